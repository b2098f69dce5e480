"""Identifies definitions by their content: equal ones compute the same, whatever their comments and lines.

What identifies a definition is its compiled code with that of all definitions of its file that it names, directly or
through one another, and the code of the file's top level with what that and the bodies of classes use themselves (base
classes, say), without line numbers. Nothing is run.
"""

import hashlib
import inspect
from collections.abc import Collection, Iterator, Mapping
from types import CodeType
from typing import Any, TypedDict

from .parsed_file import ParsedFile

Shape = tuple[Any, ...]


class Closure(TypedDict):
    """A definition with all that it uses."""

    digest: str
    definitions: list[str]  # of the file's top level, of which it consists
    names: list[str]  # of the names that were asked for, those that any of it contains, as a name or an attribute


def closures(file: ParsedFile | None, names: Collection[str]) -> dict[str, Closure]:
    """Return the closure of each of the names that the top level of a file defines as a function or class.

    Args:
        file: the file; one that does not compile has no closures.
        names: the names.
    """
    if file is None:
        return {}
    code = file.code
    definitions: dict[str, list[CodeType]] = {}
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            definitions.setdefault(constant.co_name, []).append(constant)
    shapes = {name: repr([_shape(item) for item in own]) for name, own in definitions.items()}
    named = {name: {word for item in own for word in _names(item)} & set(shapes) for name, own in definitions.items()}
    at_top = {symbol.get_name() for symbol in file.table.get_symbols() if symbol.is_referenced()}
    used = at_top & set(shapes)
    used |= {name for name in shapes if not name.isidentifier()}  # lambdas and comprehensions, whatever their names
    used |= {name for item in _classes(code) for name in item.co_names} & set(shapes)  # annotations, for example
    top = repr(_shape(code, whole=False))
    found: dict[str, Closure] = {}
    for name in shapes.keys() & set(names):
        reached = _reached({name, *used}, named)
        words = at_top.union(*(_names(item) for own in reached for item in definitions[own]))
        digest = _digest([top, *(shapes[item] for item in reached)])
        found[name] = {"digest": digest, "definitions": reached, "names": sorted(words.intersection(names))}
    return found


def _shape(code: CodeType, *, whole: bool = True) -> Shape:
    """Return all of a code object that decides what it does; of definitions in it, only the names if not `whole`."""
    constants = [
        (_shape(item) if whole or not item.co_name.isidentifier() else item.co_name)
        if isinstance(item, CodeType)
        else (type(item).__name__, repr(item))
        for item in code.co_consts
    ]
    counts = code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags
    names = code.co_name, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars
    return counts, names, code.co_code, getattr(code, "co_exceptiontable", b""), constants


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _classes(code: CodeType) -> Iterator[CodeType]:
    """Yield the bodies of classes that run while a file is loaded."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType) and not constant.co_flags & inspect.CO_OPTIMIZED:
            yield constant
            yield from _classes(constant)


def _reached(names: Collection[str], named: Mapping[str, set[str]]) -> list[str]:
    """Return names and all that they name, directly or through one another, in order."""
    reached, pending = set(names), list(names)
    while pending:
        new = named[pending.pop()] - reached
        reached |= new
        pending += new
    return sorted(reached)


def _digest(shapes: list[str]) -> str:
    return hashlib.sha256("\n".join(shapes).encode("utf-8", "surrogatepass")).hexdigest()
