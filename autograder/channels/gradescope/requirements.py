"""What has to be installed on the platform: by name, in the versions that this grader runs with here."""

import importlib.metadata
from collections.abc import Iterator

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

NEEDED = ("torch", "numpy", "pytest", "hypothesis", "msgspec", "nbformat", "ipython")


def pinned() -> list[str]:
    """One line per distribution, and what it needs, in order of names.

    Raises:
        ModuleNotFoundError: something needed is not installed here.
    """
    found: dict[str, str] = {}
    todo = list(NEEDED)
    while todo:
        name = canonicalize_name(todo.pop())
        if name in found:
            continue
        try:
            distribution = importlib.metadata.distribution(name)
        except importlib.metadata.PackageNotFoundError as error:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name) from error
        found[name] = distribution.version.split("+")[0]  # `+cpu` is a matter of the index
        todo += _needs(distribution)
    return [f"{name}=={version}" for name, version in sorted(found.items())]


def _needs(distribution: importlib.metadata.Distribution) -> Iterator[str]:
    """What a distribution needs on this kind of machine, without extras."""
    for text in distribution.requires or ():
        need = Requirement(text)
        if need.marker is None or need.marker.evaluate({"extra": ""}):
            yield need.name
