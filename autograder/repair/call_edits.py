"""Edits of calls: left out, with other arguments, of a layer, of a list of layers; transposes, scales, masks."""

import ast
import re
from collections.abc import Iterator

from autograder.repair.scope import parameters
from autograder.repair.source import ADDS, EXCHANGES, LEAVES_OUT
from autograder.repair.value_edits import Change, EditContext, last_name, literal_number, parsed

LIBRARIES = frozenset({"torch", "math", "nn", "nn.functional", "F", "np", "numpy", "self", "torch.nn.functional"})
SYMMETRIC = frozenset({"transpose"})  # the order of its two axes says nothing
DIMENSIONS = frozenset({"sum", "mean", "amax", "amin", "max", "min", "norm", "logsumexp", "prod", "std", "var"})
ADDED = {  # arguments that are easily forgotten, by function
    "softmax": ("dim=-1",),
    "log_softmax": ("dim=-1",),
    "triu": ("diagonal=1",),
    "tril": ("diagonal=-1",),
    "var": ("unbiased=False",),
    "std": ("unbiased=False",),
    "Linear": ("bias=False",),
    "dropout": ("training=self.training",),
    "flatten": ("start_dim=1", "start_dim=2", "start_dim=-2"),
    "stack": ("dim=1", "dim=-1"),
    "cat": ("dim=-1", "dim=1"),
    "argmax": ("dim=-1",),
    "cumsum": ("dim=-1",),
    "sum": ("dim=-1", "dim=0"),
    "mean": ("dim=-1", "dim=0"),
    "amax": ("dim=-1",),
    "normalize": ("p=1",),
    "squeeze": ("dim=-1", "dim=1"),
    "register_buffer": ("persistent=False",),
}
TENSORS = frozenset({"rand", "randn", "zeros", "ones", "empty", "tensor"})  # functions that make one
MADE = TENSORS | {"arange", "full", "eye", "linspace", "scalar_tensor"}
REDUCED = frozenset({"max", "min", "sort", "topk", "median", "mode"})  # return values and places, if given an axis
RESHAPED = frozenset({"reshape", "view", "flatten"})
TURNED = ".transpose(-2, -1)"
MOVING = frozenset({"movedim", "moveaxis", "transpose", "swapaxes", "swapdims"})
RETURNED = ast.BinOp | ast.Call | ast.Name | ast.Subscript  # what an edit may add a step to
KEYWORD = re.compile(r"(\w+)=")
ORDERINGS = (("sorted", ")"), ("sorted(set", "))"))


def is_library(node: ast.expr) -> bool:
    """Whether an attribute of a node is no method of a value: `torch.softmax`, `self.softmax`."""
    return isinstance(node, ast.Name | ast.Attribute) and ast.unparse(node) in LIBRARIES


def operand_of(call: ast.Call) -> ast.expr | None:
    """Return what a method is called on, or the first argument of a function; None without one."""
    if isinstance(call.func, ast.Attribute) and not is_library(call.func.value):
        return call.func.value
    first = next(iter(call.args), None)
    return None if isinstance(first, ast.Starred) else first


def left_out_calls(node: ast.expr, place: EditContext) -> Iterator[Change]:
    """Yield a call left out: `x.detach()` becomes `x`, `torch.exp(x)` becomes `x`, `nn.Linear(…)` stays."""
    del place
    if isinstance(node, ast.Attribute) and node.attr in ("data", "T", "mT") and isinstance(node.ctx, ast.Load):
        yield Change("call", LEAVES_OUT, node.value)
    if not isinstance(node, ast.Call):
        return
    if isinstance(node.func, ast.Attribute) and not is_library(node.func.value):
        yield Change("call", LEAVES_OUT, node.func.value)
    elif node.args and not isinstance(node.args[0], ast.Starred):
        yield Change("call", LEAVES_OUT, node.args[0])


def other_arguments(node: ast.expr, place: EditContext) -> Iterator[Change]:
    """Yield a call with an argument left out, with neighbours swapped, and with one that is easily forgotten."""
    if not isinstance(node, ast.Call):
        return
    for index in range(len(node.keywords)):
        kept = node.keywords[:index] + node.keywords[index + 1 :]
        yield Change("argument", LEAVES_OUT, ast.Call(node.func, node.args, kept))
    if len(node.args) > 1:
        yield Change("argument", LEAVES_OUT, ast.Call(node.func, node.args[:-1], node.keywords))
    if last_name(node.func) not in SYMMETRIC:
        for index in range(len(node.args) - 1):
            swapped = [*node.args[:index], node.args[index + 1], node.args[index], *node.args[index + 2 :]]
            yield Change("order", EXCHANGES, ast.Call(node.func, swapped, node.keywords))
    for text in _forgotten(node, place):
        yield Change("argument added", ADDS, _with_keywords(node, text))


def _forgotten(node: ast.Call, place: EditContext) -> Iterator[str]:
    name, given = last_name(node.func), {item.arg for item in node.keywords}
    if name in DIMENSIONS and any(literal_number(item) is not None for item in node.args):
        given.add("dim")  # by place
    for text in ADDED.get(name, ()):
        if text.split("=")[0] not in given:
            yield text
            if name in DIMENSIONS and "keepdim" not in given:
                yield f"{text}, keepdim=True"
    if name in DIMENSIONS and "keepdim" not in given:
        yield "keepdim=True"
        if "dim" not in given and "dim" in place.scope.names(node):
            yield from ("dim=dim", "dim=dim, keepdim=True")
    if name in MADE:
        yield from (text for text in _origins(node, place) if given.isdisjoint(KEYWORD.findall(text)))
    if name in ("softmax", "log_softmax") and "dim" in place.scope.names(node) and "dim" not in given:
        yield "dim=dim"


def _origins(node: ast.Call, place: EditContext) -> Iterator[str]:
    """Yield what gives a new tensor the device and the type of one that the function is given."""
    function = place.scope.function_of(node)
    own = [] if function is None else parameters(function)
    sizes = set(place.scope.sizes(node))
    if any(item.arg == "device" for item in own):
        yield "device=device"
    tensors = [item.arg for item in own if item.arg not in sizes or item.annotation is None]
    for name in tensors[:2]:
        yield from (f"device={name}.device", f"dtype={name}.dtype, device={name}.device", f"dtype={name}.dtype")


def _with_keywords(node: ast.Call, text: str) -> ast.Call:
    added = parsed(f"f({text})")
    assert isinstance(added, ast.Call)
    return ast.Call(node.func, node.args, [*node.keywords, *added.keywords])


def turned_factors(node: ast.expr, place: EditContext) -> Iterator[Change]:
    """Yield a product with either factor turned, and `b @ a.mT` for `a @ b.mT`."""
    del place
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
        yield Change("transpose", ADDS, ast.BinOp(node.left, node.op, _method(node.right, TURNED)))
        yield Change("transpose", ADDS, ast.BinOp(_method(node.left, TURNED), node.op, node.right))
        if (inner := _turned_object(node.right)) is not None:
            other = parsed(ast.unparse(node.right).replace(ast.unparse(inner), f"({ast.unparse(node.left)})", 1))
            yield Change("order", EXCHANGES, ast.BinOp(inner, node.op, other))


def turned_before_merging(node: ast.expr, place: EditContext) -> Iterator[Change]:
    """Yield a tensor with the second and third axis, or the last two, exchanged before it gets another shape."""
    del place
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in RESHAPED:
        value = node.func.value
        if not is_library(value) and _turned_object(value) is None:
            name = "reshape" if node.func.attr == "view" else node.func.attr
            for axes in (".transpose(1, 2)", ".transpose(-2, -1)"):
                function = ast.Attribute(_method(value, axes), name, ast.Load())
                yield Change("transposed first", ADDS, ast.Call(function, node.args, node.keywords))


def moved_back(node: ast.expr, place: EditContext) -> Iterator[Change]:
    """Yield what is returned with its axes as they were before a step above exchanged or moved them."""
    function = place.scope.function_of(node)
    if function is None or not isinstance(place.parent, ast.Return) or not isinstance(node, RETURNED):
        return
    calls = [item for item in place.scope.nodes_of(function) if isinstance(item, ast.Call)]
    endings = {
        f".{last_name(item.func)}({', '.join(map(ast.unparse, reversed(item.args)))})"
        for item in calls
        if last_name(item.func) in MOVING and len(item.args) == 2 and not item.keywords and item.lineno < node.lineno
    }
    yield from (Change("transpose", ADDS, _method(node, ending)) for ending in sorted(endings))


def _turned_object(node: ast.expr) -> ast.expr | None:
    """Return what `.mT`, `.T` or `.transpose(…)` is applied to."""
    function = node.func if isinstance(node, ast.Call) else node
    is_turned = isinstance(function, ast.Attribute) and function.attr in ("mT", "T", "transpose")
    return function.value if is_turned and isinstance(function, ast.Attribute) else None


def _method(node: ast.expr, call: str) -> ast.expr:
    return parsed(f"({ast.unparse(node)}){call}")


def added_scales(node: ast.expr, place: EditContext) -> Iterator[Change]:
    """Yield scores divided by the root of a size: a product of matrices, or what softmax is applied to."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
        sizes = [*place.scope.sizes(node), f"({ast.unparse(node.left)}).shape[-1]"]
    elif _is_argument_of_softmax(node, place.parent):
        sizes = [*place.scope.sizes(node), *(f"{name}.shape[-1]" for name in place.scope.names(node))]
    else:
        return
    for size in sizes:
        yield Change("scale", ADDS, parsed(f"({ast.unparse(node)}) / {size} ** 0.5"))


def other_sizes(node: ast.expr, place: EditContext) -> Iterator[Change]:
    """Yield another size in place of what a root is taken of."""
    if not _is_under_root(node, place.parent):
        return
    sizes = place.scope.sizes(node)
    shares = [f"({size} // {heads})" for heads in sizes if "heads" in heads for size in sizes if "heads" not in size]
    own = ast.unparse(node)
    others = [*shares, *sizes, *(f"{name}.shape[-1]" for name in place.scope.names(node) if name != own)]
    yield from (Change("scale", EXCHANGES, parsed(size)) for size in others if size != own)


def _is_under_root(node: ast.expr, parent: ast.AST) -> bool:
    if isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.Pow):
        return parent.left is node
    return isinstance(parent, ast.Call) and last_name(parent.func) == "sqrt" and parent.args[:1] == [node]


def _is_argument_of_softmax(node: ast.expr, parent: ast.AST) -> bool:
    """Whether a node is what softmax is applied to: its first argument, or the object that it is a method of."""
    if isinstance(parent, ast.Attribute):
        return parent.attr == "softmax" and not is_library(node)
    if not isinstance(parent, ast.Call) or "softmax" not in last_name(parent.func) or parent.args[:1] != [node]:
        return False
    return not isinstance(parent.func, ast.Attribute) or is_library(parent.func.value)


def added_masks(node: ast.expr, place: EditContext) -> Iterator[Change]:
    """Yield the argument of softmax with what comes later hidden, or with a mask that the function is given."""
    if not _is_argument_of_softmax(node, place.parent):
        return
    text = ast.unparse(node)
    if "masked_fill" in text:  # a second mask would only hide what is wrong with the first one
        return
    for name in place.scope.names(node):
        if "mask" in name:
            yield Change("mask", ADDS, parsed(f'({text}).masked_fill({name}, float("-inf"))'))
            yield Change("mask", ADDS, parsed(f"({text}) + {name}"))
    later = f"torch.ones_like({text}, dtype=torch.bool).triu(1)"
    yield Change("mask", ADDS, parsed(f'({text}).masked_fill({later}, float("-inf"))'))


def added_layers(node: ast.expr, place: EditContext) -> Iterator[Change]:
    """Yield a call of a layer that the class has, a list of layers that torch knows, a parameter that it knows."""
    function = place.scope.function_of(node)
    if function is None or not place.scope.attributes:
        return
    if function.name == "__init__":
        if _is_assigned_to_self(node, place.parent, place.scope.attributes):
            if isinstance(node, ast.List | ast.ListComp):
                yield Change("module list", ADDS, parsed(f"nn.ModuleList({ast.unparse(node)})"))
            elif isinstance(node, ast.Call) and last_name(node.func) in TENSORS:
                yield Change("parameter", ADDS, parsed(f"nn.Parameter({ast.unparse(node)})"))
    elif isinstance(node, ast.Attribute) and node.attr in place.scope.layers and not _is_called(node, place.parent):
        text = ast.unparse(node)
        yield from (Change("layer", ADDS, parsed(f"{text}({name})")) for name in place.scope.names(node))
    elif isinstance(node, ast.BinOp | ast.Call | ast.Name) and _is_value(node, place.parent):
        unused = place.scope.unused_layers(function)
        text = ast.unparse(node) if unused else ""
        yield from (Change("layer", ADDS, parsed(f"self.{layer}({text})")) for layer in unused)


def layers_of_weights(node: ast.expr, place: EditContext) -> Iterator[Change]:
    """Yield the call of a layer for a product with its weight."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
        weight = _turned_object(node.right) or node.right
        layer = weight.value if isinstance(weight, ast.Attribute) and weight.attr == "weight" else None
        is_own = isinstance(layer, ast.Attribute) and layer.attr in place.scope.layers
        if layer is not None and (is_own or isinstance(layer, ast.Name)):
            yield Change("layer", EXCHANGES, ast.Call(layer, [node.left], []))


def _is_assigned_to_self(node: ast.expr, parent: ast.AST, attributes: list[str]) -> bool:
    if not isinstance(parent, ast.Assign) or parent.value is not node:
        return False
    return any(isinstance(target, ast.Attribute) and target.attr in attributes for target in parent.targets)


def _is_called(node: ast.expr, parent: ast.AST) -> bool:
    return (isinstance(parent, ast.Call) and parent.func is node) or isinstance(parent, ast.Attribute | ast.Subscript)


def _is_value(node: ast.expr, parent: ast.AST) -> bool:
    """Whether a node is a value that is returned, assigned or handed on, and not the function of a call."""
    if isinstance(parent, ast.Call):
        return node in parent.args
    return isinstance(parent, ast.Return | ast.Assign) and parent.value is node


def converted_values(node: ast.expr, place: EditContext) -> Iterator[Change]:
    """Yield a returned or collected value as a number, a list, a mean, a sorted set; what is assigned as a copy."""
    parent = place.parent
    if isinstance(parent, ast.Return) and isinstance(node, RETURNED):
        for ending in (".item()", ".mean()", ".sum()", ".tolist()", "[None]", ".contiguous()"):
            yield Change("result", ADDS, _method(node, ending))
        for function in ("float", "int", "list", "abs", "sorted"):
            yield Change("result", ADDS, parsed(f"{function}({ast.unparse(node)})"))
    elif isinstance(parent, ast.Call) and last_name(parent.func) in ("append", "sorted", "enumerate", "list"):
        endings = (".item()", ".clone()") if last_name(parent.func) == "append" else (".split()",)
        yield from (Change("result", ADDS, _method(node, ending)) for ending in endings)
        yield Change("result", ADDS, parsed(f"set({ast.unparse(node)})"))
        yield Change("result", ADDS, parsed(f"sorted(set({ast.unparse(node)}))"))
    elif isinstance(parent, ast.For | ast.comprehension) and parent.iter is node:
        yield from (Change("result", ADDS, parsed(f"{text}({ast.unparse(node)}{end}")) for text, end in ORDERINGS)
    elif isinstance(parent, ast.Assign) and isinstance(node, ast.Name):
        yield Change("result", ADDS, _method(node, ".clone()"))


def without_places(node: ast.expr, place: EditContext) -> Iterator[Change]:
    """Yield the values alone of a call that returns places, too."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.func.attr not in REDUCED:
        return
    if (node.args or node.keywords) and not isinstance(place.parent, ast.Attribute | ast.Subscript):
        yield Change("values", ADDS, _method(node, ".values"))


def without_default(node: ast.expr, place: EditContext) -> Iterator[Change]:
    """Yield `d[key]` for `d.get(key, default)`."""
    del place
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get" and node.args:
        yield Change("default", LEAVES_OUT, ast.Subscript(node.func.value, node.args[0], ast.Load()))
