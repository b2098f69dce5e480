"""The file with the secret of a course: made once, for its owner only, and refused where it is none."""

import re
from pathlib import Path

import pytest

from autograder.__main__ import main
from autograder.sandbox.host.isolation import Level, why_unavailable
from autograder.variants.secret import SecretError, create_secret, read_secret
from tests.helpers.grading import complaints
from tests.helpers.paths import ROOT

SECRET = b"0123456789abcdef0123456789abcdef"


@pytest.fixture
def secret_file(tmp_path: Path) -> Path:
    path = tmp_path / "secret"
    path.write_bytes(SECRET + b"\n")
    path.chmod(0o600)
    return path


def test_a_new_secret_is_for_its_owner_only_and_no_other(tmp_path: Path) -> None:
    for name in ("one", "other"):
        create_secret(tmp_path / name)
        assert (tmp_path / name).stat().st_mode & 0o777 == 0o600
    assert len(read_secret(tmp_path / "one")) == 64
    assert read_secret(tmp_path / "one") != read_secret(tmp_path / "other")


def test_a_secret_is_never_overwritten(secret_file: Path) -> None:
    with pytest.raises(SecretError, match="exists already; leave out --new-secret to use it"):
        create_secret(secret_file)
    assert read_secret(secret_file) == SECRET


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("content", "mode", "sentence"),
    [
        (b"", 0o600, "secret: has 0 bytes, expected at least 32"),
        (b" \n" * 40, 0o600, "secret: has 0 bytes"),
        (b"short", 0o600, "secret: has 5 bytes"),
        (SECRET, 0o640, "secret: others can read it or write to it; `chmod 600 "),
        (None, 0o600, "secret: does not exist; `autograder handout` creates it with --new-secret"),
    ],
)
def test_a_secret_that_is_none_is_refused(
    tmp_path: Path, content: bytes | None, mode: int, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "secret"
    if content is not None:
        path.write_bytes(content)
        path.chmod(mode)
    with pytest.raises(SecretError, match=sentence):
        read_secret(path)
    (tmp_path / "in/ada/00_warmup").mkdir(parents=True)
    (tmp_path / "in/ada/00_warmup/warmup.py").write_bytes(b"")
    (tmp_path / "out").mkdir()
    for command in (["grade", "in", "--out", "out"], ["regrade", "out", "in"]):
        places = [str(tmp_path / word) if word in ("in", "out") else word for word in command]
        assert main([*places, "--variants", str(path)]) == 2
        assert re.fullmatch(f"autograder: .*{sentence}.*\n", complaints(capsys.readouterr().err))


def test_a_folder_is_no_secret_and_the_repository_is_no_place_for_one(tmp_path: Path) -> None:
    with pytest.raises(SecretError, match="cannot be read"):
        read_secret(tmp_path)
    for act in (create_secret, read_secret):
        with pytest.raises(SecretError, match="is in the folder of the course; keep the secret outside it"):
            act(ROOT / "docs" / "secret")
    assert not (ROOT / "docs" / "secret").exists()


def test_where_students_could_read_the_secret_nothing_is_graded(
    tmp_path: Path, secret_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if (unavailable := why_unavailable(Level.SECCOMP)) is not None:
        pytest.skip(unavailable)
    (tmp_path / "in/ada/00_warmup").mkdir(parents=True)
    (tmp_path / "in/ada/00_warmup/warmup.py").write_bytes(b"")
    (tmp_path / "out").mkdir()
    command = ["grade", str(tmp_path / "in"), "--out", str(tmp_path / "out"), "--isolation", "seccomp"]
    assert main([*command, "--variants", str(secret_file)]) == 2
    assert "secret: students' code could read it at the level seccomp; leave out --variants" in capsys.readouterr().err
