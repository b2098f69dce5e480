"""Edits that are rows of `rules.toml`: what looks like `find` becomes what looks like `put`.

Both are expressions, or statements in a row. A word that stands for a statement, or for those of a block (`BODY` and
`REST`), has a line for itself.

In both, a word in capital letters stands for an expression: for one of its sort (`SORTS`, where digits at its end do
not count), or for any. In `put`, it may also be what the scope offers (`DRAWN`), `NODE`, which is the whole expression,
or `CALLEE`, which is the function that it calls. `f(X)` matches `torch.f(X)` and `X.f()`, and `CALL(X)` matches a call
of anything. `...` at the end of arguments stands for all others. `max|min` is one of both, in `put` the one at the same
position as in `find`. `<<` and `>>` stand for operators, but not for two around which parentheses make no difference;
`>>` in `put` alone is each that may be mistaken for the one found.
"""

import ast
import contextlib
import copy
import functools
import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from string import digits
from typing import Any, NamedTuple, cast

from autograder.course.model import CourseError
from autograder.course.validation import Strict, check_choice, convert, mistakes_in, read_toml
from autograder.repair.drawn_words import DRAWN
from autograder.repair.rule_words import ASSOCIATIVE, OPERATORS, PLACES, SORTS, STATEMENTS
from autograder.repair.scope import BUILTINS, Scope
from autograder.repair.source import ADDS, EXCHANGES, LEAVES_OUT
from autograder.repair.syntax import is_library, last_name, parsed

FILE = Path(__file__).with_name("rules.toml")
CHOICE = re.compile(r"\w+(?:\|\w+)+")
OTHERS = "..."  # in what is found: the call with those arguments that a rule does not name
NOT_GIVEN = ("NODE", "CALLEE")  # words that `find` need not have
ONE, OTHER = "<<", ">>"  # operators
ANY_OPERATOR: Mapping[type[ast.AST], str] = {ast.LShift: ONE, ast.RShift: OTHER}
Tree = ast.expr | list[ast.stmt]
Found = dict[str, Any]  # nodes, by the words that stand for them, and statements by the lines of `find`


class Row(Strict, frozen=True):
    """A rule as it is written.

    Attributes:
        find, put: what is replaced, and by what.
        where: one of `PLACES`.
        unless_near: attributes none of which the function around has.
        size: how much statements change; of expressions, it is counted.
        shown: the line of `find` that is shown as the mistake, if that is not what is different.
    """

    find: str
    put: str | list[str]
    where: str = ""
    unless_near: str = ""
    size: int = 0
    shown: int = 0


class Kind(Strict, frozen=True):
    """A kind of edits: what is told of it, which the file explains, and the rules, by the group of their edits."""

    sentence: str
    left_out: str = ""
    of_lines: str = "with a change of these lines"
    why: str = ""
    why_left_out: str = ""
    words: Mapping[str, str] = {}
    copied: str = ""
    is_telling: bool = False
    prior: float = 1.0
    leaves_out: tuple[Row, ...] = ()
    exchanges: tuple[Row, ...] = ()
    adds: tuple[Row, ...] = ()


class Put(NamedTuple):
    """What is put in the place of an expression, with the arguments that it adds and the words that are drawn."""

    tree: Tree
    added: frozenset[str | None]
    drawn: Sequence[str]


class Rule(NamedTuple):
    """A rule that can be applied."""

    kind: str
    group: int
    row: Row
    find: Tree
    puts: Sequence[Put]
    where: Callable[[ast.expr, ast.AST], bool] | None
    unless_near: frozenset[str]


class NewLines(NamedTuple):
    """What may take the place of some statements of a block.

    Attributes:
        kind: what is changed.
        group: of the edit.
        first, replaced: which statements of the block are replaced.
        text: the new lines, without the indentation of the block.
        size: how much changes, in nodes; 0 stands for the difference.
        shown: the statement or the expression that is meant, if that is not all that is replaced.
    """

    kind: str
    group: int
    first: int
    replaced: int
    text: str
    size: int = 0
    shown: ast.stmt | ast.expr | None = None


def joined_code(nodes: Sequence[ast.stmt]) -> str:
    """Return the code of statements; `pass` if there are none."""
    return "\n".join(map(ast.unparse, nodes)) if nodes else "pass"


@functools.cache
def known_kinds() -> Mapping[str, Kind]:
    """Return the kinds of edits."""
    with mistakes_in(FILE.name):
        kinds = convert(read_toml(FILE), dict[str, Kind])
        for name, kind in kinds.items():
            check_choice(kind.copied or name, f"{name}.copied", kinds)
        return kinds


@functools.cache
def known_rules() -> Mapping[tuple[type[ast.AST], str], Sequence[Rule]]:
    """Return the rules by what they are about: a type of node, and the name that is called or read of it."""
    found: dict[tuple[type[ast.AST], str], list[Rule]] = {}
    groups = {"leaves_out": LEAVES_OUT, "exchanges": EXCHANGES, "adds": ADDS}
    for (name, kind), (key, group) in itertools.product(known_kinds().items(), groups.items()):
        for index, row in enumerate(getattr(kind, key)):
            with mistakes_in(f"{FILE.name}: {name}.{key}[{index}]"):
                for rule in rules_of(row, name, group):
                    found.setdefault(_subject(rule.find), []).append(rule)
    return found


def rules_of(row: Row, kind: str, group: int) -> Iterator[Rule]:
    """Yield the rules that a row stands for.

    Raises:
        CourseError: it is no rule.
    """
    where = PLACES[check_choice(row.where, "where", PLACES)] if row.where else None
    if row.shown > (lines := row.find.count("\n") + 1):
        raise CourseError(f"shown: is {row.shown}, expected a line of {lines}")
    choices = CHOICE.findall(row.find) or [""]
    for index in range(choices[0].count("|") + 1):
        texts = [row.put] if isinstance(row.put, str) else row.put
        find, *trees = _alike([_tree(row.find, index, "find"), *(_tree(text, index, "put") for text in texts)])
        given = list(dict.fromkeys(_words(find)))
        known = [*given, *DRAWN, *NOT_GIVEN, OTHER]
        puts = []
        for tree in trees:
            words = [check_choice(word, "put", known) for word in _words(tree)]
            calls = [item for item in _nodes(tree) if isinstance(item, ast.Call) and _is_open(item)]
            added = frozenset(keyword.arg for call in calls for keyword in call.keywords)
            drawn = [word for word in (*DRAWN, OTHER) if word in words and word not in given]
            puts.append(Put(tree, added, drawn))
        yield Rule(kind, group, row, find, puts, where, frozenset(row.unless_near.split()))


def _tree(text: str, index: int, key: str) -> Tree:
    """Return the tree of an expression, of a slice or of statements, of which one of the alternatives is taken."""
    try:
        code = CHOICE.sub(lambda choice: choice[0].split("|")[index], text)
        with contextlib.suppress(SyntaxError):
            return parsed(code)
        with contextlib.suppress(SyntaxError):
            return parsed(f"_[{code}]").slice  # type: ignore[attr-defined, no-any-return]
        return ast.parse(code).body
    except (SyntaxError, IndexError) as error:
        raise CourseError(f"{key}: is {text!r}, expected an expression, a slice or statements") from error


def _alike(trees: Sequence[Tree]) -> Sequence[Tree]:
    """Return the trees of a rule, all as statements if one of them is of statements."""
    if not any(isinstance(tree, list) or _word(ast.Expr(tree)) for tree in trees):
        return trees
    return [[ast.Expr(tree)] if isinstance(tree, ast.expr) else tree for tree in trees]


def _nodes(tree: Tree) -> Iterator[ast.AST]:
    return ast.walk(ast.Module(tree, []) if isinstance(tree, list) else tree)


def _words(tree: Tree) -> Iterator[str]:
    return filter(None, map(_word, _nodes(tree)))


def _word(pattern: Any) -> str:
    """Return the word that a part of a rule is; empty if it is none. One for statements has a line for itself."""
    if isinstance(pattern, ast.Expr):
        word = _word(pattern.value)
        return word if word.rstrip(digits) in STATEMENTS else ""
    is_name = isinstance(pattern, ast.Name) and pattern.id.isupper()
    return pattern.id if is_name else ANY_OPERATOR.get(type(pattern), "")


def _is_open(call: ast.Call) -> bool:
    """Whether other arguments may follow those of a call in a rule."""
    last = call.args[-1] if call.args else None
    return isinstance(last, ast.Constant) and last.value is ...


def _subject(tree: Tree) -> tuple[type[ast.AST], str]:
    """Return what the rules of a tree are found by; a word alone stands for every expression or statement."""
    if isinstance(tree, list):
        return ast.stmt if _word(tree[0]) else type(tree[0]), ""
    if isinstance(tree, ast.Call):
        return ast.Call, "" if _word(tree.func) else last_name(tree.func)
    return (ast.expr, "") if _word(tree) else (type(tree), getattr(tree, "attr", ""))


def edits_by_rules(node: ast.expr, scope: Scope) -> Iterator[tuple[Rule, ast.expr]]:
    """Yield what the rules put in the place of an expression; what is assigned to is not left out."""
    yield from ((rule, new) for rule, _, new in _applied(node, scope))


def lines_by_rules(block: Sequence[ast.stmt], index: int, scope: Scope) -> Iterator[NewLines]:
    """Yield what the rules put in the place of a statement of a block and of some that follow it."""
    for rule, found, new in _applied([*block[index:]], scope):
        replaced, shown = len(cast("Sequence[ast.stmt]", rule.find)), found.get(str(rule.row.shown))
        yield NewLines(rule.kind, rule.group, index, replaced, joined_code(new), rule.row.size, shown)


def _applied(tree: Tree, scope: Scope) -> Iterator[tuple[Rule, Found, Any]]:
    """Yield the rules that apply, what their words stand for, and what they put."""
    node: Any = tree[0] if isinstance(tree, list) else tree
    every = ast.stmt if isinstance(tree, list) else ast.expr
    subject, function, parent = _subject(tree), scope.function_of(node), scope.parent(node)
    subjects = dict.fromkeys((subject, (subject[0], ""), (every, "")))
    for rule in itertools.chain.from_iterable(known_rules().get(item, ()) for item in subjects):
        found: Found = {"NODE": node}
        part = tree[: len(rule.find)] if isinstance(tree, list) and isinstance(rule.find, list) else tree
        if not _matches(rule.find, part, found) or (rule.where and not rule.where(node, parent)):
            continue
        if rule.group == LEAVES_OUT and isinstance(getattr(node, "ctx", None), ast.Store):
            continue
        if function and not rule.unless_near.isdisjoint(scope.attributes_in(function)):
            continue
        given = {keyword.arg for keyword in getattr(found.get(OTHERS), "keywords", ())}
        for put in rule.puts:
            choices = (_drawn(word, node, scope) for word in put.drawn)
            for drawn in itertools.product(*choices) if given.isdisjoint(put.added) else ():
                words = found | dict(zip(put.drawn, drawn, strict=True))
                yield rule, found, words.get(getattr(put.tree, "id", "")) or _filled(put.tree, words)


def _drawn(word: str, node: Any, scope: Scope) -> Iterable[ast.AST]:
    """Return what a word of the scope may stand for, or an operator."""
    if word == OTHER:
        return [operator() for operator in OPERATORS.get(type(node.op), ())]
    return (parsed(item) if isinstance(item, str) else item for item in DRAWN[word](node, scope))


def _matches(pattern: Any, node: Any, found: Found) -> bool:
    """Whether a part of a tree looks like that of a rule; `found` gets what the words stand for."""
    if isinstance(pattern, ast.stmt):
        found[str(getattr(pattern, "lineno", 1))] = node
    if word := _word(pattern):
        sort = SORTS.get(word.rstrip(digits))
        if not (isinstance(node, sort) if sort else isinstance(node, ast.expr) and not isinstance(node, ast.Starred)):
            return False
        known = found.setdefault(word, node)
        if word in (ONE, OTHER):
            return not isinstance(known, ASSOCIATIVE) or found.get(ONE) is not found.get(OTHER)
        return known is node or (None not in (known, node) and ast.unparse(known) == ast.unparse(node))
    if isinstance(pattern, list):
        at = next((at for at, item in enumerate(pattern) if SORTS.get(_word(item)) is list), None)
        if at is not None and len(node) >= len(pattern):
            end = at + 1 + len(node) - len(pattern)
            node = [*node[:at], node[at:end], *node[end:]]
        return len(pattern) == len(node) and all(
            _matches(one, other, found) for one, other in zip(pattern, node, strict=True)
        )
    if isinstance(pattern, ast.Call) and isinstance(node, ast.Call):
        return _matches_call(pattern, node, found)
    if isinstance(pattern, ast.AST) and type(pattern) is type(node):
        fields = (field for field in pattern._fields if field != "ctx")
        return all(_matches(getattr(pattern, field), getattr(node, field), found) for field in fields)
    return type(pattern) is type(node) and bool(pattern == node)


def _matches_call(pattern: ast.Call, node: ast.Call, found: Found) -> bool:
    """Whether a call looks like that of a rule; what a method is called on counts as its first argument."""
    name, given, is_open = pattern.func, node.args, _is_open(pattern)
    patterns = pattern.args[:-1] if is_open else pattern.args
    if isinstance(name, ast.Name):
        owner = node.func.value if isinstance(node.func, ast.Attribute) else None
        if not _word(name) and (last_name(node.func) != name.id or _is_of_numbers(node.func)):
            return False
        if owner is not None and not is_library(owner) and (patterns or not is_open):
            given = [owner, *given]
    elif not _matches(name, node.func, found):
        return False
    found["CALLEE"] = node.func
    if is_open:
        found[OTHERS] = ast.Call(node.func, given[len(patterns) :], node.keywords)
    elif node.keywords:
        return False
    return _matches(patterns, given[: len(patterns)] if is_open else given, found)


def _is_of_numbers(function: ast.expr) -> bool:
    """Whether a function is Python's own, and none of tensors: `max`, `math.exp`."""
    if isinstance(function, ast.Attribute):
        return ast.unparse(function.value) == "math"
    return isinstance(function, ast.Name) and function.id in BUILTINS


def _filled(pattern: Any, found: Found) -> Any:
    """Return a part of what a rule puts in, with what its words stand for."""
    if isinstance(pattern, list):
        parts = (_filled(item, found) for item in pattern)
        return [item for part in parts for item in (part if isinstance(part, list) else [part])]
    if word := _word(pattern):
        return copy.copy(found[word])  # `ast.unparse` keeps of each node whether it needs parentheses
    if not isinstance(pattern, ast.AST):
        return pattern
    new = type(pattern)(**{field: _filled(getattr(pattern, field), found) for field in pattern._fields})
    ast.copy_location(new, pattern)  # without a line, `ast.unparse` refuses some statements
    others = found.get(OTHERS)
    if isinstance(new, ast.Call) and isinstance(others, ast.Call) and _is_open(new):
        new.args[-1:] = others.args
        new.keywords[:0] = others.keywords
    return new
