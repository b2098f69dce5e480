"""Right programs as donors: single statements of those that are nearest to a student's program, with its names."""

import ast
import copy
import functools
import itertools
import textwrap
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from autograder.repair.all_edits import valid
from autograder.repair.scope import (
    BUILTINS,
    Definition,
    Scope,
    is_docstring,
    last_definition,
    module_names,
    parameters,
    read_names,
    stored_names,
)
from autograder.repair.source import TAKES_OVER, Edit, ParsedText, UnreadableProgramError, count_nodes, parsed_donor

NEAREST = 4  # donors that statements are taken from
MOST_REPLACED, MOST_TAKEN = 2, 3  # statements; more would be another program
Block = list[ast.stmt]


class BlockPair(NamedTuple):
    """Two blocks that do the same in both programs, and the student's name for each variable of the donor."""

    own: Block
    right: Block
    names: dict[str, str]


def donor_edits(source: ParsedText, name: str, donors: Sequence[str]) -> list[tuple[Edit, ...]]:
    """Return, for each of the nearest right programs, edits that take over single statements where names match.

    Args:
        source: the student's file.
        name: the exercise.
        donors: the code of right programs, each with a definition of the exercise.
    """
    own = last_definition(source.tree, name)
    if own is None:
        return []
    scope = Scope(own, module_names(source.tree))
    found: list[tuple[Edit, ...]] = []
    for right in _nearest(own, name, donors):
        edits = (edit for pair in _pairs(own, right) for edit in _differences(source, pair, scope))
        found.append(tuple(valid(source, own, itertools.chain(edits, _signatures(source, own, right)))))
    return found


def joint_edits(by_donor: Sequence[tuple[Edit, ...]]) -> list[tuple[Edit, ...]]:
    """Return, for each donor, edits of different places that take over all that is different; the last ones first."""
    found = [_disjoint(edits) for edits in by_donor]
    return [edits for edits in dict.fromkeys(found) if len(edits) > 1]


def _disjoint(edits: Sequence[Edit]) -> tuple[Edit, ...]:
    """Return edits of different places, small ones before large ones that contain them."""
    chosen: list[Edit] = []
    for edit in sorted(edits, key=lambda item: item.rank):
        if not any(edit.span.overlaps(other.span) for other in chosen):
            chosen.append(edit)
    return tuple(sorted(chosen, key=lambda item: item.span.start, reverse=True))


def _nearest(own: Definition, name: str, donors: Sequence[str]) -> list[Definition]:
    """Return the definitions of the donors that differ least from the student's program."""
    found = [right for right in (_right_definition(code, name) for code in donors) if type(right) is type(own)]
    if len(found) == 1:
        return found
    words = _words(own)
    matchers = [SequenceMatcher(None, words, _words(right), autojunk=False) for right in found]
    nearest = sorted(range(len(found)), key=lambda place: 1 - matchers[place].ratio())  # a stable sort
    return [found[place] for place in nearest[:NEAREST]]


@functools.lru_cache(maxsize=64)
def _right_definition(code: str, name: str) -> Definition | None:
    """Return the definition of a right program; None if it is no Python."""
    try:
        return last_definition(parsed_donor(code).tree, name)
    except UnreadableProgramError:
        return None


def _words(definition: ast.stmt) -> list[str]:
    """Return the nodes of a tree in their order, without the names of variables."""
    local = {*stored_names(definition), *(item.arg for item in ast.walk(definition) if isinstance(item, ast.arg))}
    return list(_below(definition, local))


def _below(node: ast.AST, local: set[str]) -> Iterator[str]:
    word = type(node).__name__
    if isinstance(node, ast.Name):
        word += "" if node.id in local else node.id
    elif isinstance(node, ast.Attribute):
        word += node.attr
    elif isinstance(node, ast.Constant):
        word += repr(node.value)
    yield word
    for field, value in ast.iter_fields(node):
        if field not in ("annotation", "returns", "ctx"):
            for item in value if isinstance(value, list) else [value]:
                if isinstance(item, ast.AST) and not is_docstring(item):
                    yield from _below(item, local)


def _functions(definition: Definition) -> dict[str, ast.FunctionDef]:
    if isinstance(definition, ast.FunctionDef):
        return {"": definition}
    return {item.name: item for item in getattr(definition, "body", []) if isinstance(item, ast.FunctionDef)}


def _pairs(own: Definition, right: Definition) -> Iterator[BlockPair]:
    """Yield the bodies of functions of the same name, and the bodies of loops and the like that begin alike."""
    others = _functions(right)
    for name, function in _functions(own).items():
        if name in others:
            blocks = [item for item in function.body if not is_docstring(item)]
            taken = [item for item in others[name].body if not is_docstring(item)]
            names = _names(function, others[name], blocks, taken)
            yield from _inner_pairs(BlockPair(blocks, taken, names))


def _signatures(source: ParsedText, own: Definition, right: Definition) -> Iterator[Edit]:
    """Yield the parameters of the donor for those of the student, if the student's code needs no others."""
    others = _functions(right)
    for name, function in _functions(own).items():
        mine, theirs = function.args, others[name].args if name in others else function.args
        is_plain = mine.args and not (mine.posonlyargs or mine.vararg or mine.kwonlyargs or mine.kwarg)
        read = {word for item in function.body for word in read_names(item)}
        left = {item.arg for item in mine.args} - {item.arg for item in ast.walk(theirs) if isinstance(item, ast.arg)}
        if is_plain and _bare(mine) != _bare(theirs) and left.isdisjoint(read):
            span = source.span(mine.args[0], _last_part(mine))
            size = sum(isinstance(item, ast.arg) for item in ast.walk(theirs))
            yield Edit("statement taken over", TAKES_OVER, size, span, source.piece(span), _bare(theirs))


def _last_part(arguments: ast.arguments) -> ast.arg | ast.expr:
    """Return the last parameter, or its default."""
    return arguments.defaults[-1] if arguments.defaults else arguments.args[-1]


def _bare(arguments: ast.arguments) -> str:
    """Return parameters without annotations, whose names a student's file need not know."""
    copied = copy.deepcopy(arguments)
    for item in ast.walk(copied):
        if isinstance(item, ast.arg):
            item.annotation = None
    return ast.unparse(copied)


def _names(one: ast.FunctionDef, other: ast.FunctionDef, own: Block, right: Block) -> dict[str, str]:
    """Return the student's name for each variable of the donor: of parameters and of variables of equal statements."""
    own_names, other_names = ([item.arg for item in parameters(function)] for function in (one, other))
    found = {name: name for name in other_names if name in own_names}
    pairs_by_place = zip(
        (name for name in other_names if name not in found),
        (name for name in own_names if name not in found),
        strict=False,
    )
    found |= dict(pairs_by_place)
    for tag, start, end, first, _ in _aligned(own, right):
        if tag == "equal":
            for mine, theirs in zip(own[start:end], right[first:], strict=False):
                pairs = zip(ast.walk(mine), ast.walk(theirs), strict=False)
                same = ((a, b) for a, b in pairs if isinstance(a, ast.Name) and isinstance(b, ast.Name))
                found |= {b.id: a.id for a, b in same if b.id not in found}
    return found


def _aligned(own: Block, right: Block) -> list[tuple[str, int, int, int, int]]:
    """Align two blocks; statements are equal if they differ in the names of variables only."""
    shapes, others = [_shape(node) for node in own], [_shape(node) for node in right]
    return list(SequenceMatcher(None, shapes, others, autojunk=False).get_opcodes())


def _shape(node: ast.stmt) -> str:
    """Return a statement as text, without the names of variables."""
    return _without_names(ast.unparse(node))


@functools.lru_cache(maxsize=1024)  # those of the right programs are the same for a whole class
def _without_names(code: str) -> str:
    tree = ast.parse(code)
    for item in ast.walk(tree):
        if isinstance(item, ast.Name) and item.id not in ("torch", "math", "nn", "self"):
            item.id = "v"
    return ast.unparse(tree)


def _inner_pairs(pair: BlockPair) -> Iterator[BlockPair]:
    yield pair
    for tag, start, end, first, last in _aligned(pair.own, pair.right):
        if tag == "replace" and end - start == last - first:
            for mine, theirs in zip(pair.own[start:end], pair.right[first:last], strict=True):
                if type(mine) is type(theirs) and isinstance(mine, ast.For | ast.With | ast.If | ast.While):
                    yield from _inner_pairs(BlockPair(mine.body, getattr(theirs, "body", []), pair.names))


def _differences(source: ParsedText, pair: BlockPair, scope: Scope) -> Iterator[Edit]:
    """Yield the edits that take over what is different in one place of a block."""
    for tag, start, end, first, last in _aligned(pair.own, pair.right):
        if tag == "equal" or first == last:
            continue
        if end - start <= MOST_REPLACED and last - first <= MOST_TAKEN:
            yield from _taken(source, pair, (start, end), pair.right[first:last], scope)
        if tag == "replace" and end - start == last - first > 1:
            for index in range(end - start):
                yield from _taken(source, pair, (start + index, start + index + 1), [pair.right[first + index]], scope)


def _taken(
    source: ParsedText, pair: BlockPair, replaced: tuple[int, int], taken: Block, scope: Scope
) -> Iterator[Edit]:
    """Yield the edit that puts statements of the donor in place of some of the student's, if it knows all names."""
    start, end = replaced
    anchor = pair.own[min(start, len(pair.own) - 1)]
    lines = [_renamed(node, pair.names) for node in taken]
    before = stored_names(anchor) if start == len(pair.own) else []
    if not _knows({*scope.names(anchor), *before}, lines, scope, anchor):
        return
    size = sum(map(count_nodes, lines))
    if start < end:
        span = source.span(pair.own[start], pair.own[end - 1])
        new = "\n".join(map(ast.unparse, lines))
    else:  # something is missing before a statement, or at the end
        span = source.span(anchor)
        texts = [*map(ast.unparse, lines), source.piece(span)]
        new = "\n".join(texts if start < len(pair.own) else [texts[-1], *texts[:-1]])
    indent = source.indent(anchor)
    yield Edit("statement taken over", TAKES_OVER, size, span, source.piece(span), _indented(new, indent))


def _indented(text: str, indent: str) -> str:
    return textwrap.indent(text, indent).removeprefix(indent)


def _renamed(node: ast.stmt, names: dict[str, str]) -> ast.stmt:
    copied = ast.parse(ast.unparse(node)).body[0]
    for item in ast.walk(copied):
        if isinstance(item, ast.Name):
            item.id = names.get(item.id, item.id)
    return copied


def _knows(names: set[str], lines: Block, scope: Scope, anchor: ast.stmt) -> bool:
    """Whether the student's program has every name and attribute that the lines of a donor use at this place."""
    nodes = [item for line in lines for item in ast.walk(line)]
    made = {name for line in lines for name in stored_names(line)}
    known = made | names | scope.module_names | BUILTINS | {"self"}
    if any(isinstance(item, ast.Name) and isinstance(item.ctx, ast.Load) and item.id not in known for item in nodes):
        return False
    function = scope.function_of(anchor)
    if function is not None and function.name == "__init__":
        return True
    used = {item.attr for item in nodes if isinstance(item, ast.Attribute) and ast.unparse(item.value) == "self"}
    return used <= {*scope.attributes, *(item.name for item in scope.functions), "training"}
