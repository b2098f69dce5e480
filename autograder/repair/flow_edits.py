"""Edits of what a variable holds later: its old value, scores that are masked before the softmax, a new default."""

import ast
import copy
from collections.abc import Iterator, Sequence

from autograder.repair.call_edits import operand_of
from autograder.repair.new_lines import NewLines, joined_code
from autograder.repair.scope import Scope, is_docstring, parameters, read_names, stored_names
from autograder.repair.source import EXCHANGES
from autograder.repair.value_edits import last_name, parsed

FARTHEST = 4  # statements behind an assignment in which its variable is read
MOST_READS = 3  # of a variable in one statement


def flow_edits(block: Sequence[ast.stmt], index: int, owner: ast.AST, scope: Scope) -> Iterator[NewLines]:
    """Yield the edits of one statement of a block.

    Args:
        block: the statements.
        index: which of them.
        owner: the statement that the block belongs to.
        scope: the names of the definition.
    """
    yield from _read_once(block, index, scope)
    yield from _kept_for_later(block, index, scope)
    yield from _masked_before_softmax(block, index)
    if index == 0 and isinstance(owner, ast.FunctionDef):
        yield from _own_defaults(block, owner)


def _read_once(block: Sequence[ast.stmt], index: int, scope: Scope) -> Iterator[NewLines]:
    """Yield `y = g(f(x))` for `x = f(x)` and `y = g(x)`, where `x` is read again and should be what it was."""
    assigned = _only_statement(block[index])
    name = _changed_name(assigned)
    function = scope.function_of(block[index])
    if not name or function is None or not isinstance(assigned, ast.Assign):
        return
    inside = set(map(id, ast.walk(block[index])))
    loads = [item for item in scope.uses(function, name) if isinstance(item.ctx, ast.Load) and id(item) not in inside]
    if len(loads) < 2:
        return
    for later in range(index + 1, min(index + 1 + FARTHEST, len(block))):
        reads = [item for item in loads if item in set(ast.walk(block[later]))]
        for read in reads[:MOST_READS]:
            lines = [*block[index + 1 : later], _with_value(block[later], read, assigned.value)]
            yield NewLines("read once", EXCHANGES, index, later - index + 1, joined_code(lines), 3, assigned)
        if reads or name in stored_names(block[later]):
            return


def _kept_for_later(block: Sequence[ast.stmt], index: int, scope: Scope) -> Iterator[NewLines]:
    """Yield `x = f(x)` and `y = g(x)` for `y = g(f(x))`, where `x` is read again and should be what `f` makes of it."""
    node, function = block[index], scope.function_of(block[index])
    if function is None or not isinstance(node, ast.Assign | ast.Expr):
        return
    later = {id(item) for statement in block[index + 1 :] for item in ast.walk(statement)}
    for call in ast.walk(node.value):
        if not isinstance(call, ast.Call) or call is node.value or len(call.args) != 1 or call.keywords:
            continue
        argument = call.args[0]
        if isinstance(argument, ast.Name) and any(id(item) in later for item in scope.uses(function, argument.id)):
            lines = [f"{argument.id} = {ast.unparse(call)}", ast.unparse(_with_value(node, call, argument))]
            yield NewLines("kept for later", EXCHANGES, index, 1, "\n".join(lines), 2, call)


def _only_statement(node: ast.stmt) -> ast.stmt:
    """Return the statement that an `if` alone is about; any other statement itself."""
    is_alone = isinstance(node, ast.If) and len(node.body) == 1 and not node.orelse
    return node.body[0] if is_alone and isinstance(node, ast.If) else node


def _changed_name(node: ast.stmt) -> str:
    """Return the variable whose new value is made of its old one; empty if a statement does something else."""
    if not isinstance(node, ast.Assign) or len(node.targets) != 1 or not isinstance(node.targets[0], ast.Name):
        return ""
    name = node.targets[0].id
    return name if name in read_names(node.value) else ""


class _Replacing(ast.NodeTransformer):
    """Puts an expression in the place of another one."""

    def __init__(self, place: ast.expr, new: ast.expr) -> None:
        self._kind, self._place, self._new = type(place), _ends(place), new

    def generic_visit(self, node: ast.AST) -> ast.AST:
        """Return the new expression at the place, and everything else as it is."""
        if isinstance(node, ast.expr) and isinstance(node, self._kind):
            return self._new if _ends(node) == self._place else super().generic_visit(node)
        return super().generic_visit(node)


def _ends(node: ast.expr) -> tuple[int, int, int | None, int | None]:
    """Return where an expression begins and ends: calls in a row begin at the same place."""
    return node.lineno, node.col_offset, node.end_lineno, node.end_col_offset


def _with_value(node: ast.stmt, place: ast.expr, new: ast.expr) -> ast.stmt:
    changed: ast.stmt = _Replacing(place, new).visit(copy.deepcopy(node))
    return changed


def _masked_before_softmax(block: Sequence[ast.stmt], index: int) -> Iterator[NewLines]:
    """Yield scores that are -inf where weights are set to 0 some lines behind the softmax, which are left out."""
    weights = block[index]
    if not isinstance(weights, ast.Assign) or not isinstance(weights.targets[0], ast.Name):
        return
    softmax = next((item for item in ast.walk(weights.value) if _is_softmax(item)), None)
    name = weights.targets[0].id
    for later in range(index + 1, min(index + 1 + FARTHEST, len(block))):
        cut = block[later]
        hiding = _only_statement(cut)
        if not isinstance(hiding, ast.Assign) or _changed_name(hiding) != name:
            continue
        scores = operand_of(softmax) if isinstance(softmax, ast.Call) else None
        hidden = _hidden_entries(hiding.value, name, ast.unparse(scores) if scores else "")
        if scores is None or not hidden:
            return
        masked = f'({ast.unparse(scores)}).masked_fill({hidden}, float("-inf"))'
        if isinstance(cut, ast.If):
            masked = f"({masked} if {ast.unparse(cut.test)} else {ast.unparse(scores)})"
        lines = [_with_value(weights, scores, parsed(masked)), *block[index + 1 : later]]
        yield NewLines("mask before softmax", EXCHANGES, index, later - index + 1, joined_code(lines), 4, hiding)
        return


def _is_softmax(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and last_name(node.func) == "softmax"


def _hidden_entries(value: ast.expr, name: str, scores: str) -> str:
    """Return the code of which entries of weights an expression sets to 0; empty if it does something else."""
    if isinstance(value, ast.Call) and last_name(value.func) == "tril" and name in read_names(value):
        return f"torch.ones_like({scores}, dtype=torch.bool).triu(1)"
    if isinstance(value, ast.Call) and last_name(value.func) == "masked_fill" and len(value.args) == 2:
        return ast.unparse(value.args[0])
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Mult):
        for one, other in ((value.left, value.right), (value.right, value.left)):
            if isinstance(one, ast.Name) and one.id == name:
                return f"({ast.unparse(other)}) == 0"
    return ""


def _own_defaults(block: Sequence[ast.stmt], function: ast.FunctionDef) -> Iterator[NewLines]:
    """Yield a function that copies a list or a dictionary first which all of its calls share, as it is a default."""
    first = 1 if is_docstring(block[0]) and len(block) > 1 else 0
    names = [item.arg for item in parameters(function)]
    positional = [item.arg for item in (*function.args.posonlyargs, *function.args.args)]
    defaults = function.args.defaults
    given = dict(zip(positional[len(positional) - len(defaults) :], defaults, strict=True))
    named = zip(function.args.kwonlyargs, function.args.kw_defaults, strict=True)
    given |= {item.arg: default for item, default in named if default is not None}
    for name in names:
        if isinstance(default := given.get(name), ast.List | ast.Dict | ast.Set):
            text = f"{name} = {name}.copy()\n{ast.unparse(block[first])}"
            yield NewLines("shared default", EXCHANGES, first, 1, text, 3, default)
