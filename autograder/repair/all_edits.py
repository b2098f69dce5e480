"""All single edits of the definitions that an exercise consists of, in a fixed order: small ones first."""

import ast
import itertools
import textwrap
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from autograder.repair.flow_edits import edits_of_block
from autograder.repair.rules import NewLines, edits_by_rules, known_kinds
from autograder.repair.scope import BLOCKS, Scope, editable, module_names
from autograder.repair.source import (
    ADDS,
    LEAVES_OUT,
    Edit,
    ParsedText,
    Span,
    Text,
    changed_tokens,
    count_nodes,
    edited_by_all,
)
from autograder.repair.syntax import NO_GRADIENTS, last_name, literal_number

BOUND = "bound"  # a kind of edits, of which only equal ones are copies: the first and the second bound change alike
LONGEST_PLACE = 3  # of a place; a longer one would not say where a mistake is
OPEN = (
    ast.BinOp,
    ast.UnaryOp,
    ast.Compare,
    ast.BoolOp,
    ast.IfExp,
    ast.Lambda,
    ast.Tuple,
)  # need parentheses inside others
IMPORTS = {
    "math": "import math",
    "torch": "import torch",
    "nn": "from torch import nn",
    "F": "from torch.nn import functional as F",
    "Tensor": "from torch import Tensor",
    "functools": "import functools",
    "itertools": "import itertools",
}


def single_edits(source: ParsedText, name: str, others: Collection[str] = ()) -> list[Edit]:
    """Return the edits of an exercise and of the helpers that it uses; programs that are equal occur once.

    Args:
        source: the file.
        name: the exercise.
        others: the other exercises of the file, which stay as they are.
    """
    bound = module_names(source.tree)
    found: list[Edit] = []
    for definition in editable(source.tree, name, others):
        scope = Scope(definition, bound)
        found += _missing_imports(source, scope)
        edits = list(valid(source, definition, _edits_below(source, definition, scope)))
        found += [*edits, *_repeated(source, edits)]
    return found


def _repeated(source: ParsedText, edits: Sequence[Edit]) -> Iterator[Edit]:
    """Yield the same change at all places of a few neighbouring lines that have it: a mistake is often copied."""
    alike: defaultdict[tuple[str, str, str], list[Edit]] = defaultdict(list)
    for edit in edits:
        if known_kinds()[edit.kind].copied:
            changed = [" ".join(sorted(words.elements())) for words in changed_tokens(edit.old, edit.new)]
            alike[edit.kind, *((edit.old, edit.new) if edit.kind == BOUND else changed)].append(edit)
    for group in alike.values():
        places = sorted({item.span: item for item in group}.values(), key=lambda item: item.span.start)
        first, last = places[0].span, places[-1].span
        whole = Span(first.line, first.column, last.end_line, last.end_column)
        overlap = any(one.span.overlaps(other.span) for one, other in itertools.pairwise(places))
        if len(places) > 1 and not overlap and whole.end_line - whole.line < LONGEST_PLACE:
            new = Text(edited_by_all(source, places))
            size = sum(item.size for item in places)
            moved = replace(whole, end_column=whole.end_column + _growth(places, whole.end_line))
            old, put = source.piece(whole), new.piece(moved)
            yield Edit(known_kinds()[places[0].kind].copied, places[0].group, size, whole, old, put, is_copied=True)


def _growth(edits: Sequence[Edit], line: int) -> int:
    """Return by how many characters edits make a line longer; they add no lines."""
    return sum(len(item.new) - len(item.old) for item in edits if item.span.end_line == line)


def ordered(source: ParsedText, edits: Sequence[Edit]) -> list[Edit]:
    """Sort edits, small ones first, without those that change nothing or make the same program as a smaller one."""
    smallest: dict[str, Edit] = {source.text: edits[0]} if edits else {}
    for edit in sorted(edits, key=lambda item: item.rank):
        smallest.setdefault(source.edited(edit), edit)
    smallest.pop(source.text, None)
    return list(smallest.values())


def valid(source: ParsedText, definition: ast.stmt, edits: Iterable[Edit]) -> Iterator[Edit]:
    """Yield the edits after which the definition parses; the rest of the file is not read again.

    Of an edit within one statement, nothing else is: a class has many edits, and each would cost as much as the class.
    """
    first = min([definition.lineno, *(item.lineno for item in getattr(definition, "decorator_list", []))])
    own = Text("\n".join(source.lines[first - 1 : definition.end_lineno]))
    statements = _statements_by_line(source, definition)
    alone = {lines: Text("\n".join(["if True:", *_piece(source, lines)])) for lines in set(statements.values())}
    for edit in edits:
        lines = statements.get(edit.span.line)
        if lines is None or edit.span.end_line not in lines:
            edited = own.edited(edit.within(first))
        else:
            edited = alone[lines].edited(edit.within(lines.start - 1))
        if _parses(edited):
            yield edit


def _piece(source: Text, lines: range) -> list[str]:
    return source.lines[lines.start - 1 : lines.stop - 1]


def _statements_by_line(source: ParsedText, definition: ast.stmt) -> dict[int, range]:
    """Return the lines of each indented simple statement that has them for itself, by each of its lines."""
    found: dict[int, range] = {}
    for node in ast.walk(definition):
        if not isinstance(node, ast.stmt) or hasattr(node, "body") or node.end_lineno is None:
            continue
        lines = range(node.lineno, node.end_lineno + 1)
        begins = len(source.lines[node.lineno - 1]) - len(source.lines[node.lineno - 1].lstrip())
        if node.col_offset != begins or not begins or any(line in found for line in lines):
            lines = range(0)
        found |= dict.fromkeys(range(node.lineno, node.end_lineno + 1), lines)
    return {line: lines for line, lines in found.items() if lines}


def _parses(text: str) -> bool:
    try:
        ast.parse(text)
    except (SyntaxError, ValueError):
        return False
    return True


def _missing_imports(source: ParsedText, scope: Scope) -> Iterator[Edit]:
    """Yield the import of a name that nothing binds; the edit is placed where the name is read first."""
    for name, node in scope.unbound():
        if name in IMPORTS:
            yield Edit("import", ADDS, 1, Span(1, 0, 1, 0), "", f"{IMPORTS[name]}\n", source.span(node))


def _without_decorators(source: ParsedText, scope: Scope) -> Iterator[Edit]:
    """Yield functions without a decorator that stops gradients."""
    for function in scope.functions:
        for decorator in function.decorator_list:
            span = source.span(decorator)
            whole = replace(span, column=span.column - 1)  # with the `@`
            if last_name(getattr(decorator, "func", decorator)) in NO_GRADIENTS and whole.line == whole.end_line:
                yield Edit("decorator", LEAVES_OUT, 1, whole, source.piece(whole), "")


def _edits_below(source: ParsedText, definition: ast.stmt, scope: Scope) -> Iterator[Edit]:
    yield from _without_decorators(source, scope)
    for node in _editable_nodes(definition):
        if isinstance(node, ast.expr):
            yield from _of_expression(source, node, scope)
    for node in ast.walk(definition):
        if isinstance(node, ast.stmt):
            for field in BLOCKS:
                block = getattr(node, field, None)
                if isinstance(block, list) and block and not isinstance(node, ast.ClassDef):
                    yield from _of_block(source, block, edits_of_block(block, node, scope))


def _editable_nodes(parent: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes below `parent`, without annotations, decorators, docstrings and f-strings."""
    for field, value in ast.iter_fields(parent):
        if field in ("annotation", "returns", "decorator_list", "bases", "args") and not isinstance(parent, ast.Call):
            continue
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, ast.AST) and not _is_fixed(item):
                yield item
                if literal_number(item) is None:
                    yield from _editable_nodes(item)


def _is_fixed(node: ast.AST) -> bool:
    is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return is_docstring or isinstance(node, ast.Raise | ast.Assert | ast.JoinedStr)


def _of_expression(source: ParsedText, node: ast.expr, scope: Scope) -> Iterator[Edit]:
    if isinstance(node, ast.Starred):
        return
    parent = scope.parent(node)
    changes = [(rule, new) for rule, new in edits_by_rules(node, scope) if not _repeats_a_side(new, parent)]
    if not changes:
        return
    span = source.span(node)
    old, same, size = source.piece(span), ast.unparse(node), count_nodes(node)
    for rule, new in changes:
        text = ast.unparse(new)
        if text == same:
            continue
        if isinstance(new, ast.Tuple) and isinstance(parent, ast.Subscript):
            text = text.removeprefix("(").removesuffix(")")  # `x[None, :]`
        elif isinstance(new, OPEN) and _binds_tighter(parent):
            text = f"({text})"
        shown = _with_variable(source, node, new, scope)
        yield Edit(rule.kind, rule.group, abs(count_nodes(new) - size) + 1, span, old, text, shown)


def _repeats_a_side(new: ast.expr, parent: ast.AST) -> bool:
    """Whether an edit puts what is one side of `and` or `or` in the place of another: to leave that out says more."""
    return isinstance(parent, ast.BoolOp) and ast.dump(new) in map(ast.dump, parent.values)


def _with_variable(source: ParsedText, node: ast.expr, new: ast.expr, scope: Scope) -> Span | None:
    """Return a place with the line above that computes what is left out or changed, if nothing else needs it."""
    variable = _changed_variable(node, new)
    function = scope.function_of(node)
    if function is None or variable is None:
        return None
    uses = scope.uses(function, variable.id)
    if len(uses) != 2:
        return None
    assignments = [item for item in scope.nodes_of(function) if isinstance(item, ast.Assign)]
    assigned = [item for item in uses if any(item is target for one in assignments for target in one.targets)]
    if len(assigned) != 1:
        return None
    first, last = source.span(assigned[0]), source.span(node)
    return Span(first.line, first.column, last.end_line, last.end_column) if first.line < last.line else None


def _changed_variable(node: ast.expr, new: ast.expr) -> ast.Name | None:
    """Return the variable that an edit takes the place of, or leaves out of a sum or a product."""
    if isinstance(node, ast.Name):
        return node
    if not isinstance(node, ast.BinOp) or (new is not node.left and new is not node.right):
        return None
    left_out = node.right if new is node.left else node.left
    return left_out if isinstance(left_out, ast.Name) else None


def _binds_tighter(parent: ast.AST) -> bool:
    """Whether an expression with operators needs parentheses below this node."""
    return isinstance(parent, (*OPEN[:-1], ast.Attribute, ast.Subscript, ast.Starred, ast.comprehension))


def _of_block(source: ParsedText, block: Sequence[ast.stmt], changes: Iterator[NewLines]) -> Iterator[Edit]:
    for change in changes:
        replaced = block[change.first : change.first + change.replaced]
        span = source.span(replaced[0], replaced[-1])
        indent = source.indent(replaced[0])
        old = source.piece(span)
        new = textwrap.indent(change.text, indent).removeprefix(indent) or "pass"  # other lines keep their numbers
        size = change.size or sum(map(count_nodes, replaced))
        shown = source.span(change.shown) if change.shown else None
        yield Edit(change.kind, change.group, size, span, old, new, shown)
