"""Edits of statements: left out, out of place, without gradients, in another order, and what is easily forgotten."""

import ast
import textwrap
from collections.abc import Iterator, Sequence

from autograder.repair.flow_edits import flow_edits
from autograder.repair.new_lines import NewLines, joined_code
from autograder.repair.scope import Scope, is_docstring, parameters, read_names, stored_names
from autograder.repair.source import ADDS, EXCHANGES, LEAVES_OUT
from autograder.repair.value_edits import NO_GRADIENTS, OPERATORS, last_name

STEP = "    "
FARTHEST = 4  # assignments in a row, of which the first and the last are exchanged
WITHOUT_RESULT = frozenset(  # methods that are called for what they do
    (
        *("append", "extend", "insert", "update", "eval", "train", "zero_grad", "backward", "step"),
        *(
            "manual_seed",
            "register_buffer",
            "register_parameter",
            "add_module",
            "requires_grad_",
            "setdefault",
            "close",
        ),
    )
)


def edits_of_block(block: Sequence[ast.stmt], owner: ast.AST, scope: Scope) -> Iterator[NewLines]:
    """Yield the edits of the statements of a block, and of their order.

    Args:
        block: the statements.
        owner: the statement that the block belongs to.
        scope: the names of the definition.
    """
    for index, node in enumerate(block):
        yield from _left_out(block, index, scope)
        yield from _out_of_place(node, index, scope)
        yield from _without_gradients(node, index, scope)
        yield from _other_targets(node, index)
        yield from _handed_on(node, index, owner)
        yield from _counted(node, index)
        yield from _made_in_each_turn(block, index)
        yield from flow_edits(block, index, owner, scope)
        if index + 1 < len(block):
            yield from _swapped(block, index)
        for later in range(index + 2, min(index + FARTHEST, len(block))):
            yield from _exchanged(block, index, later)
    yield from _at_the_ends(block, owner, scope)
    if isinstance(owner, ast.FunctionDef):
        yield from _copied_parameters(block, owner)


def _left_out(block: Sequence[ast.stmt], index: int, scope: Scope) -> Iterator[NewLines]:
    node = block[index]
    if isinstance(node, ast.With | ast.If):
        without_else = "condition" if isinstance(node, ast.If) and not node.orelse else "branch"
        kind = without_else if isinstance(node, ast.If) else "no_grad" if _stops_gradients(node) else "with"
        yield NewLines(kind, LEAVES_OUT, index, 1, joined_code(node.body), 2)
        if isinstance(node, ast.If) and node.orelse:
            yield NewLines(kind, LEAVES_OUT, index, 1, joined_code(node.orelse), 2)
    if _may_be_left_out(node, scope) and not _is_only_return(node, scope):
        yield NewLines("statement", LEAVES_OUT, index, 1, "pass" if len(block) == 1 else "", 1)


def _stops_gradients(node: ast.With) -> bool:
    contexts = (item.context_expr for item in node.items)
    return any(last_name(getattr(item, "func", item)) in NO_GRADIENTS for item in contexts)


def _may_be_left_out(node: ast.stmt, scope: Scope) -> bool:
    """Whether the program can go on without a statement: what it assigns was assigned before."""
    if isinstance(node, ast.Expr):
        return not isinstance(node.value, ast.Constant)
    if isinstance(node, ast.Assign) and all(isinstance(target, ast.Name | ast.Tuple) for target in node.targets):
        return set(stored_names(node)) <= set(scope.names(node))
    return isinstance(node, ast.AugAssign | ast.If | ast.Assign | ast.For | ast.Assert | ast.Break | ast.Return)


def _is_only_return(node: ast.stmt, scope: Scope) -> bool:
    """Whether a function returns nothing without this statement."""
    function = scope.function_of(node)
    if function is None or not isinstance(node, ast.Return):
        return False
    return sum(isinstance(item, ast.Return) for item in scope.nodes_of(function)) == 1


def _out_of_place(node: ast.stmt, index: int, scope: Scope) -> Iterator[NewLines]:
    """Yield `x = x + y` for `x += y`, and `x = x.f(…)` for `x.f(…)` and for `x.f_(…)`."""
    if isinstance(node, ast.AugAssign):
        target, value = ast.unparse(node.target), node.value
        yield NewLines(
            "in place",
            EXCHANGES,
            index,
            1,
            f"{target} = {ast.unparse(ast.BinOp(_loaded(node.target), node.op, value))}",
            1,
        )
        yield NewLines("operator", EXCHANGES, index, 1, f"{target} = {ast.unparse(value)}", 1)
        for other in OPERATORS.get(type(node.op), ()):
            yield NewLines("operator", EXCHANGES, index, 1, ast.unparse(ast.AugAssign(node.target, other(), value)), 1)
    elif isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
        name, value = node.targets[0].id, node.value
        if isinstance(value, ast.BinOp) and isinstance(value.left, ast.Name) and value.left.id == name:
            changed = ast.AugAssign(node.targets[0], value.op, value.right)
            yield NewLines("rebinding", EXCHANGES, index, 1, ast.unparse(changed), 1)
        elif name in scope.names(node):
            yield NewLines("operator", EXCHANGES, index, 1, f"{name} += {ast.unparse(node.value)}", 2)
    elif (
        isinstance(node, ast.Expr) and isinstance(call := node.value, ast.Call) and isinstance(call.func, ast.Attribute)
    ):
        yield from _kept(call, call.func, index)


def _copied_parameters(block: Sequence[ast.stmt], owner: ast.FunctionDef) -> Iterator[NewLines]:
    """Yield a function that copies a parameter first whose entries it assigns."""
    names = {item.arg for item in parameters(owner)}
    first = 1 if is_docstring(block[0]) and len(block) > 1 else 0
    for node in ast.walk(owner):
        if not isinstance(node, ast.Assign | ast.AugAssign):
            continue
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        for target in targets:
            if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name) and target.value.id in names:
                name = target.value.id
                text = f"{name} = {name}.clone()\n{ast.unparse(block[first])}"
                yield NewLines("in place", EXCHANGES, first, 1, text, 3, node)


def _kept(call: ast.Call, function: ast.Attribute, index: int) -> Iterator[NewLines]:
    if not isinstance(function.value, ast.Name) or function.attr in WITHOUT_RESULT:
        return
    name = function.value.id
    yield NewLines("result dropped", ADDS, index, 1, f"{name} = {ast.unparse(call)}", 1)
    if function.attr.endswith("_"):
        plain = ast.Call(ast.Attribute(function.value, function.attr[:-1], ast.Load()), call.args, call.keywords)
        yield NewLines("in place", EXCHANGES, index, 1, f"{name} = {ast.unparse(plain)}", 1)
        yield NewLines("in place", EXCHANGES, index, 1, f"{name} = {name}.clone()\n{ast.unparse(call)}", 3)


def _loaded(target: ast.expr) -> ast.expr:
    return ast.parse(ast.unparse(target), mode="eval").body


def _without_gradients(node: ast.stmt, index: int, scope: Scope) -> Iterator[NewLines]:
    """Yield an update under `torch.no_grad()`, and gradients that are cleared before `backward`."""
    text = ast.unparse(node)
    if isinstance(node, ast.AugAssign) or (isinstance(node, ast.For) and "backward" not in text):
        yield NewLines("no_grad", ADDS, index, 1, f"with torch.no_grad():\n{textwrap.indent(text, STEP)}", 2)
    if isinstance(node, ast.Expr) and ".backward(" in text:
        for clearing in _clearings(node, scope):
            yield NewLines("zero_grad", ADDS, index, 1, f"{clearing}\n{text}", 2)


def _clearings(node: ast.stmt, scope: Scope) -> Iterator[str]:
    function = scope.function_of(node)
    names = [] if function is None else [item.arg for item in parameters(function)]
    text = "" if function is None else ast.unparse(function)
    for name in names:
        if f"{name}.parameters" in text or f"{name}.step(" in text or f"{name}(" in text:
            yield f"{name}.zero_grad()"


def _swapped(block: Sequence[ast.stmt], index: int) -> Iterator[NewLines]:
    one, other = block[index : index + 2]
    simple = ast.Assign | ast.AugAssign | ast.Expr
    if isinstance(one, simple) and isinstance(other, simple) and not is_docstring(one):
        yield NewLines("order of lines", EXCHANGES, index, 2, joined_code([other, one]), 2)
    if isinstance(one, ast.For | ast.With) and isinstance(other, simple):
        moved = ast.unparse(one) + "\n" + textwrap.indent(ast.unparse(other), STEP)
        yield NewLines("order of lines", EXCHANGES, index, 2, moved, 3)
    if isinstance(other, ast.For) and isinstance(one, ast.Assign):
        body = textwrap.indent(joined_code([one, *other.body]), STEP)
        head = ast.unparse(other).split("\n", 1)[0]
        yield NewLines("order of lines", EXCHANGES, index, 2, f"{head}\n{body}", 3)


def _exchanged(block: Sequence[ast.stmt], index: int, later: int) -> Iterator[NewLines]:
    """Yield two assignments with others between them, each in the place of the other."""
    lines = list(block[index : later + 1])
    if all(isinstance(item, ast.Assign) for item in lines):
        text = joined_code([lines[-1], *lines[1:-1], lines[0]])
        yield NewLines("order of lines", EXCHANGES, index, len(lines), text, len(lines))


def _other_targets(node: ast.stmt, index: int) -> Iterator[NewLines]:
    """Yield an assignment to several variables with two neighbours swapped."""
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple):
        targets = node.targets[0].elts
        for place in range(len(targets) - 1):
            swapped = [*targets[:place], targets[place + 1], targets[place], *targets[place + 2 :]]
            other = ast.Assign([ast.Tuple(swapped, ast.Store())], node.value, lineno=node.lineno)
            yield NewLines("unpacking", EXCHANGES, index, 1, ast.unparse(other), 1)


def _handed_on(node: ast.stmt, index: int, owner: ast.AST) -> Iterator[NewLines]:
    """Yield a result in a loop that becomes the variable which it was computed from: `x = f(x)` for `y = f(x)`."""
    if isinstance(owner, ast.For | ast.While) and isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
        target = node.targets[0]
        for item in node.value.args:
            if isinstance(target, ast.Name) and isinstance(item, ast.Name) and item.id != target.id:
                yield NewLines(
                    "handed on", EXCHANGES, index, 1, f"{item.id} = {target.id} = {ast.unparse(node.value)}", 1
                )


def _counted(node: ast.stmt, index: int) -> Iterator[NewLines]:
    """Yield a loop that counts its turns, for one that searches the first place of each item: `xs.index(x)`."""
    if not isinstance(node, ast.For) or not isinstance(node.target, ast.Name) or len(node.body) < 2:
        return
    searched = f"{ast.unparse(node.iter)}.index({node.target.id})"
    first = node.body[0]
    if isinstance(first, ast.Assign) and ast.unparse(first.value) == searched:
        head = f"for {ast.unparse(first.targets[0])}, {node.target.id} in enumerate({ast.unparse(node.iter)}):"
        text = f"{head}\n{textwrap.indent(joined_code(node.body[1:]), STEP)}"
        yield NewLines("counting", EXCHANGES, index, 1, text, 3, first)


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


def _at_the_ends(block: Sequence[ast.stmt], owner: ast.AST, scope: Scope) -> Iterator[NewLines]:
    """Yield what is missing at the ends of a function, and the last line of a loop moved behind it."""
    last, end = block[-1], len(block) - 1
    if isinstance(owner, ast.FunctionDef):
        if (
            owner.name == "__init__"
            and "super()" not in ast.unparse(owner)
            and isinstance(scope.definition, ast.ClassDef)
        ):
            yield NewLines("super", ADDS, 0, 1, f"super().__init__()\n{ast.unparse(block[0])}", 1)
        elif owner.name != "__init__":
            yield from _returns(last, end, owner)
    for index, node in enumerate(block):
        if isinstance(node, ast.For | ast.While) and len(node.body) > 1:
            inner = joined_code([*node.body[:-1]])
            head = ast.unparse(node).split("\n", 1)[0]
            text = f"{head}\n{textwrap.indent(inner, STEP)}\n{ast.unparse(node.body[-1])}"
            kind = "early return" if isinstance(node.body[-1], ast.Return) else "order of lines"
            yield NewLines(kind, EXCHANGES, index, 1, text, 3, node.body[-1])


def _returns(last: ast.stmt, end: int, owner: ast.FunctionDef) -> Iterator[NewLines]:
    """Yield a `return` at the end of a function that has none there."""
    if isinstance(last, ast.Return | ast.Raise):
        return
    text = ast.unparse(last)
    if isinstance(last, ast.Expr) and not is_docstring(last):
        yield NewLines("return", ADDS, end, 1, f"return {text}", 1)
    for name in reversed(stored_names(owner)):
        yield NewLines("return", ADDS, end, 1, f"{text}\nreturn {name}", 1)
