"""What `autograder` exports: names that exist, the same for type checkers, and none that costs an import of torch."""

import ast
import subprocess
import sys

import pytest

import autograder
from tests.helpers.paths import ROOT


def test_every_name_is_there_and_comes_from_its_module() -> None:
    for name in autograder.__all__:
        assert getattr(autograder, name) is not None
    with pytest.raises(AttributeError, match="has no attribute 'sandbox_of_sand'"):
        _ = autograder.sandbox_of_sand  # type: ignore[attr-defined]


def test_type_checkers_read_the_same_names_from_the_same_modules() -> None:
    stub = ast.parse((ROOT / "autograder/__init__.pyi").read_text(encoding="utf-8"))
    imports = [node for node in stub.body if isinstance(node, ast.ImportFrom)]
    named = {alias.name: f"{node.module}".removeprefix("autograder.") for node in imports for alias in node.names}
    assert named == autograder.PLACES


@pytest.mark.process
def test_importing_it_imports_no_torch() -> None:
    code = "import autograder, sys; print(*sorted({'torch', 'numpy', 'autograder.course'} & sys.modules.keys()))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
