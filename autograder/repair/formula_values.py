"""Values of short formulas, such as counts of parameters: arithmetic of arguments, computed without running any code.

Only used to choose which edits of a program are tried first; what is claimed is proved by a program that was run.
"""

import ast
import functools
import math
import operator
from collections.abc import Callable, Mapping, Sequence

from autograder.repair.source import Edit, ParsedText, Text, parsed_donor

Number = int | float
Definitions = Mapping[str, ast.FunctionDef]

POINTS = ((240, 48, 12, 6, 2), (43, 29, 19, 11, 7))  # arguments; of the first ones, each divides those before it
LARGEST = 1e15  # of a value
LARGEST_POWER = 8
MOST_STEPS = 2000  # expressions and statements of one value
MOST_CALLS = 5  # of functions in one another

OPERATIONS: Mapping[type[ast.operator], Callable[[Number, Number], Number]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
}
FUNCTIONS: Mapping[str, Callable[[Number], Number]] = {
    "int": int,
    "float": float,
    "abs": abs,
    "math.sqrt": math.sqrt,
    "math.log": math.log,
    "math.exp": math.exp,
    "math.ceil": math.ceil,
    "math.floor": math.floor,
}


class NoFormulaError(Exception):
    """A function does more than arithmetic of its arguments, or its values are too large."""


def edits_to_right_formulas(
    program: ParsedText, edits: Sequence[Edit], name: str, donors: Sequence[str]
) -> frozenset[Edit]:
    """Return the edits of a function after which it is a formula with the values of a right one.

    Args:
        program: a file.
        edits: its edits.
        name: the function.
        donors: the code of right programs.
    """
    wanted = next(filter(None, (_right_values(code, name) for code in donors)), None)
    definitions = definitions_in(program.tree) if wanted else {}
    function = definitions.get(name)
    if function is None or function.end_lineno is None:
        return frozenset()
    own = Text("\n".join(program.lines[function.lineno - 1 : function.end_lineno]))
    inside = [edit for edit in edits if function.lineno <= edit.span.line and edit.span.end_line <= function.end_lineno]
    texts = {edit: own.edited(edit.within(function.lineno)) for edit in inside}
    return frozenset(
        edit
        for edit, text in texts.items()
        if same_values(formula_values({**definitions, **definitions_in(ast.parse(text))}, name), wanted)
    )


@functools.lru_cache(maxsize=64)
def _right_values(code: str, name: str) -> tuple[Number, ...] | None:
    return formula_values(definitions_in(parsed_donor(code).tree), name)


def definitions_in(tree: ast.AST) -> dict[str, ast.FunctionDef]:
    """Return the functions of a file by name; of several with one name, the last one."""
    return {item.name: item for item in getattr(tree, "body", ()) if isinstance(item, ast.FunctionDef)}


def formula_values(definitions: Definitions, name: str) -> tuple[Number, ...] | None:
    """Return the values of a function at a few points; None if it is no formula.

    Args:
        definitions: the functions of its file.
        name: the function.
    """
    if name not in definitions:
        return None
    count = len(definitions[name].args.args)
    try:
        return tuple(_Evaluation(definitions).call(name, point[:count]) for point in POINTS)
    except (NoFormulaError, ArithmeticError, ValueError, TypeError):
        return None


def same_values(one: Sequence[Number] | None, other: Sequence[Number] | None) -> bool:
    """Whether two formulas have the same values, up to rounding."""
    if one is None or other is None:
        return False
    return all(math.isclose(a, b, rel_tol=1e-9) for a, b in zip(one, other, strict=True))


class _Evaluation:
    """The value of one call, with a limited number of steps."""

    def __init__(self, definitions: Definitions) -> None:
        self._definitions = definitions
        self._steps = 0
        self._depth = 0

    def call(self, name: str, arguments: Sequence[Number], named: Mapping[str, Number] | None = None) -> Number:
        """Return the value of a function of the file."""
        function = self._definitions.get(name)
        if function is None or self._depth == MOST_CALLS:
            raise NoFormulaError
        names = [item.arg for item in function.args.args]
        variables = dict(zip(names, arguments, strict=False)) | dict(named or {})
        if set(variables) != set(names) or len(arguments) + len(named or {}) != len(names):
            raise NoFormulaError
        self._depth += 1
        value = self._block(function.body, variables)
        self._depth -= 1
        if value is None:
            raise NoFormulaError
        return value

    def _block(self, block: Sequence[ast.stmt], variables: dict[str, Number]) -> Number | None:
        """Return what a block returns; None if it goes on behind it."""
        for statement in block:
            value = self._statement(statement, variables)
            if value is not None:
                return value
        return None

    def _statement(self, node: ast.stmt, variables: dict[str, Number]) -> Number | None:
        self._count()
        match node:
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                return None
            case ast.Return(value=ast.expr() as returned):
                return self._value(returned, variables)
            case ast.Assign(targets=[target], value=value):
                variables |= self._assigned(target, value, variables)
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                variables[name] = self._value(value, variables)
            case ast.AugAssign(target=ast.Name(id=name), op=operation, value=value):
                variables[name] = self._operation(operation, variables[name], self._value(value, variables))
            case ast.For(target=ast.Name(id=name), orelse=[]):
                return self._loop(node, name, variables)
            case _:
                raise NoFormulaError
        return None

    def _loop(self, node: ast.For, name: str, variables: dict[str, Number]) -> Number | None:
        match node.iter:
            case ast.Call(func=ast.Name(id="range"), args=[bound], keywords=[]):
                last = self._value(bound, variables)
            case _:
                raise NoFormulaError
        if not isinstance(last, int):
            raise NoFormulaError
        for number in range(last):
            variables[name] = number
            value = self._block(node.body, variables)
            if value is not None:
                return value
        return None

    def _assigned(self, target: ast.expr, value: ast.expr, variables: Mapping[str, Number]) -> dict[str, Number]:
        match target, value:
            case ast.Name(id=name), _:
                return {name: self._value(value, variables)}
            case ast.Tuple(elts=targets), ast.Tuple(elts=values) if len(targets) == len(values):
                pairs = zip(targets, values, strict=True)
                return {
                    key: item for one, other in pairs for key, item in self._assigned(one, other, variables).items()
                }
        raise NoFormulaError

    def _value(self, node: ast.expr, variables: Mapping[str, Number]) -> Number:
        self._count()
        match node:
            case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
                return number
            case ast.Name(id=name) if name in variables:
                return variables[name]
            case ast.BinOp(left=left, op=operation, right=right):
                return self._operation(operation, self._value(left, variables), self._value(right, variables))
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return -self._value(operand, variables)
            case ast.Call(func=function, args=arguments, keywords=keywords):
                given = [self._value(item, variables) for item in arguments]
                named = {item.arg or "": self._value(item.value, variables) for item in keywords}
                return self._called(ast.unparse(function), given, named)
        raise NoFormulaError

    def _called(self, name: str, given: Sequence[Number], named: Mapping[str, Number]) -> Number:
        if name in FUNCTIONS and len(given) == 1 and not named:
            return FUNCTIONS[name](given[0])
        return self.call(name, given, named)

    def _operation(self, operation: ast.operator, left: Number, right: Number) -> Number:
        if type(operation) not in OPERATIONS or (isinstance(operation, ast.Pow) and abs(right) > LARGEST_POWER):
            raise NoFormulaError
        value = OPERATIONS[type(operation)](left, right)
        if not isinstance(value, int | float) or not abs(value) <= LARGEST:
            raise NoFormulaError
        return value

    def _count(self) -> None:
        self._steps += 1
        if self._steps > MOST_STEPS:
            raise NoFormulaError
