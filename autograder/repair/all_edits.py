"""All single edits of the definitions that an exercise consists of, in a fixed order: small ones first."""

import ast
import itertools
import textwrap
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from autograder.repair.call_edits import (
    added_layers,
    added_masks,
    added_scales,
    converted_values,
    layers_of_weights,
    left_out_calls,
    moved_back,
    other_arguments,
    other_sizes,
    turned_before_merging,
    turned_factors,
    without_default,
    without_places,
)
from autograder.repair.dtype_edits import dtypes
from autograder.repair.einsum_edits import exchanged_letters
from autograder.repair.loop_edits import computed_again, first_values, other_ranges
from autograder.repair.mask_edits import (
    hidden_from_maximum,
    hidden_scores,
    last_parts,
    normalized_rows,
    shifted_diagonals,
)
from autograder.repair.near_misses import columns, infinities, removed_everywhere
from autograder.repair.new_lines import NewLines
from autograder.repair.scope import BLOCKS, Scope, editable, module_names
from autograder.repair.slips import (
    absolute_sides,
    along_axis,
    even_numbers,
    from_front,
    items_of_their_own,
    neighbouring_bounds,
    one_of_each_row,
    shifted_before_exp,
    shifted_for_clamped,
    summed_first,
    without_entries,
)
from autograder.repair.source import ADDS, LEAVES_OUT, TOKEN, Edit, ParsedText, Span, Text, count_nodes, edited_by_all
from autograder.repair.statement_edits import edits_of_block
from autograder.repair.value_edits import (
    NO_GRADIENTS,
    Change,
    EditContext,
    added_numbers,
    first_elements,
    kept_axes,
    last_name,
    literal_number,
    other_comparisons,
    other_constants,
    other_names,
    other_operations,
    other_results,
    other_rows,
    other_signs,
)

Operator = Callable[[ast.expr, EditContext], Iterator[Change]]
OPERATORS: tuple[Operator, ...] = (
    *(other_constants, other_signs, other_names, other_operations, added_numbers, other_comparisons, other_rows),
    *(
        first_elements,
        other_results,
        shifted_diagonals,
        normalized_rows,
        last_parts,
        hidden_scores,
        kept_axes,
        computed_again,
        other_ranges,
        first_values,
        hidden_from_maximum,
    ),
    *(infinities, removed_everywhere, columns, dtypes, exchanged_letters),
    *(along_axis, summed_first, shifted_for_clamped, shifted_before_exp, one_of_each_row),
    *(from_front, items_of_their_own, even_numbers, absolute_sides, neighbouring_bounds, without_entries),
    *(
        left_out_calls,
        other_arguments,
        turned_factors,
        turned_before_merging,
        moved_back,
        without_places,
        without_default,
        added_scales,
        other_sizes,
        added_masks,
        added_layers,
        layers_of_weights,
        converted_values,
    ),
)
BOUND = "bound"  # a kind of edits, of which only equal ones are copies: the first and the second bound change alike
COPIED_KINDS = frozenset(
    {
        "argument",
        "argument added",
        "axis",
        "axis asked for",
        BOUND,
        "call",
        "function",
        "initial value",
        "layer",
        "transpose",
        "values",
    }
)  # kinds of edits
COPIED_NAMES = {"call": "calls"}  # where a sentence about one place would be wrong of several
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
        if edit.kind in COPIED_KINDS:
            alike[edit.kind, *(_changed_words(edit) if edit.kind != BOUND else (edit.old, edit.new))].append(edit)
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
            kind = COPIED_NAMES.get(places[0].kind, places[0].kind)
            yield Edit(kind, places[0].group, size, whole, old, put, is_copied=True)


def _changed_words(edit: Edit) -> tuple[str, str]:
    """Return what an edit takes away and what it puts in its place, without what is the same on both sides."""
    before, after = (TOKEN.findall(text) for text in (edit.old, edit.new))
    gone, put = Counter(before) - Counter(after), Counter(after) - Counter(before)
    return " ".join(sorted(gone.elements())), " ".join(sorted(put.elements()))


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
    for parent, node in _editable_nodes(definition):
        if isinstance(node, ast.expr):
            yield from _of_expression(source, node, EditContext(parent, scope))
    for node in ast.walk(definition):
        if isinstance(node, ast.stmt):
            for field in BLOCKS:
                block = getattr(node, field, None)
                if isinstance(block, list) and block and not isinstance(node, ast.ClassDef):
                    yield from _of_block(source, block, edits_of_block(block, node, scope))


def _editable_nodes(parent: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
    """Yield the nodes below `parent` with their parents, without annotations, decorators, docstrings and f-strings."""
    for field, value in ast.iter_fields(parent):
        if field in ("annotation", "returns", "decorator_list", "bases", "args") and not isinstance(parent, ast.Call):
            continue
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, ast.AST) and not _is_fixed(item):
                yield parent, item
                if literal_number(item) is None:
                    yield from _editable_nodes(item)


def _is_fixed(node: ast.AST) -> bool:
    is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return is_docstring or isinstance(node, ast.Raise | ast.Assert | ast.JoinedStr)


def _of_expression(source: ParsedText, node: ast.expr, place: EditContext) -> Iterator[Edit]:
    if isinstance(node, ast.Starred):
        return
    changes = [change for operator in OPERATORS for change in operator(node, place)]
    changes = [change for change in changes if not _repeats_a_side(change.new, place.parent)]
    if not changes:
        return
    span = source.span(node)
    old, size = source.piece(span), count_nodes(node)
    for change in changes:
        text = ast.unparse(change.new)
        if isinstance(change.new, ast.Tuple) and isinstance(place.parent, ast.Subscript):
            text = text.removeprefix("(").removesuffix(")")  # `x[None, :]`
        elif isinstance(change.new, OPEN) and _binds_tighter(place.parent):
            text = f"({text})"
        shown = _with_variable(source, node, change.new, place.scope)
        yield Edit(change.kind, change.group, abs(count_nodes(change.new) - size) + 1, span, old, text, shown)


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
