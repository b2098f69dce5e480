"""Edits of statements that follow what a variable holds later: its old value, a copy of it, one of its own."""

import ast
import copy
from collections.abc import Iterator, Sequence

from autograder.repair.rules import NewLines, joined_code, lines_by_rules
from autograder.repair.scope import Scope, defaults_of, is_docstring, parameters, read_names, stored_names
from autograder.repair.source import EXCHANGES
from autograder.repair.syntax import last_name, operand_of, parsed

FARTHEST = 4  # statements behind an assignment in which its variable is read
MOST_READS = 3  # of a variable in one statement


def edits_of_block(block: Sequence[ast.stmt], owner: ast.AST, scope: Scope) -> Iterator[NewLines]:
    """Yield the edits of the statements of a block, and of their order.

    Args:
        block: the statements.
        owner: the statement that the block belongs to.
        scope: the names of the definition.
    """
    for index in range(len(block)):
        yield from lines_by_rules(block, index, scope)
        yield from _made_in_each_turn(block, index)
        yield from _read_once(block, index, scope)
        yield from _kept_for_later(block, index, scope)
        yield from _masked_before_softmax(block, index)
    if isinstance(owner, ast.FunctionDef):
        yield from _own_defaults(block, owner)
        yield from _copied_parameters(block, owner)


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


def _with_value(node: ast.stmt, place: ast.expr, new: ast.expr) -> ast.stmt:
    """Return a copy of a statement with another expression in the place of one of its own."""
    return copy.deepcopy(node, {id(place): new})


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
    given = defaults_of(function)
    for item in parameters(function):
        if isinstance(default := given.get(item.arg), ast.List | ast.Dict | ast.Set):
            yield _copied_first(block, "shared default", f"{item.arg}.copy()", default)


def _copied_parameters(block: Sequence[ast.stmt], function: ast.FunctionDef) -> Iterator[NewLines]:
    """Yield a function that copies a parameter first whose entries it assigns."""
    names = {item.arg for item in parameters(function)}
    for node in ast.walk(function):
        if isinstance(node, ast.Assign | ast.AugAssign):
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                owner = target.value if isinstance(target, ast.Subscript) else None
                if isinstance(owner, ast.Name) and owner.id in names:
                    yield _copied_first(block, "in place", f"{owner.id}.clone()", node)


def _copied_first(block: Sequence[ast.stmt], kind: str, made: str, shown: ast.stmt | ast.expr) -> NewLines:
    """Return the beginning of a function with a copy of a parameter made before."""
    first = 1 if is_docstring(block[0]) and len(block) > 1 else 0
    text = f"{made.partition('.')[0]} = {made}\n{ast.unparse(block[first])}"
    return NewLines(kind, EXCHANGES, first, 1, text, 3, shown)


def _made_in_each_turn(block: Sequence[ast.stmt], index: int) -> Iterator[NewLines]:
    """Yield a loop that makes an object of its own in each turn, for one that is made before it."""
    node = block[index]
    if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Call) or not _makes_object(node.value):
        return
    names = set(stored_names(node))
    users = [at for at, item in enumerate(block) if at > index and not names.isdisjoint(read_names(item))]
    loop = block[users[0]] if users else None
    if isinstance(loop, ast.For) and names.isdisjoint(read_names(loop.iter)):
        inside = ast.For(loop.target, loop.iter, [node, *loop.body], loop.orelse, lineno=loop.lineno)
        lines = [*block[index + 1 : users[0]], inside]
        yield NewLines("computed again", EXCHANGES, index, users[0] - index + 1, joined_code(lines), 3, node)


def _makes_object(call: ast.Call) -> bool:
    """Whether a call is one of a class, by its name; what an object has may be a layer: `self.W_Q(x)`."""
    is_own = isinstance(call.func, ast.Attribute) and ast.unparse(call.func.value) == "self"
    return last_name(call.func)[:1].isupper() and not is_own
