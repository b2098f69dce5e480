"""Hidden checks of topological_order, on nodes of the course's own."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from autograder import Answer, Student, check, helper, require
from autograder.checking.assertions import as_sequence
from autograder.sandbox.guest.wire import OpaqueValue

Parents = Sequence[Sequence[int]]
DIAMOND = [[], [0], [0], [1, 2]]
TEXT = [[], [], [0, 1], [0, 2]]
LATE = [[], [0], [1], [2], [0, 3], [0, 4]]
FORKED = [[], [], [], [0, 1], [1, 2], [3, 4], [5, 0], [6, 4]]


def ordered(student: Student, parents: Parents, last: int, *, alike: bool = False) -> tuple[Answer, list[int | None]]:
    """The answer for the node `last` of a graph, and which nodes it contains; None for what is no node."""
    script = student.script()
    graph = script.value(helper("graph", parents=[list(own) for own in parents], alike=alike))
    nodes = [graph[number] for number in range(len(parents))]
    answer = script.answer(script.topological_order(nodes[last]))
    numbers = {script.place_of(node): number for number, node in enumerate(nodes)}
    items = as_sequence(answer.value, answer.called)
    steps = [item.step if isinstance(item, OpaqueValue) else None for item in items]
    return answer, [None if step is None else numbers.get(step) for step in steps]


def reachable(parents: Parents, last: int) -> set[int]:
    """The numbers of all nodes that `last` was made from, and its own."""
    return {last}.union(*(reachable(parents, parent) for parent in parents[last]))


def require_order(student: Student, parents: Parents, last: int, *, alike: bool = False) -> None:
    """Require each reachable node once, after its parents."""
    answer, order = ordered(student, parents, last, alike=alike)
    require(set(order) == reachable(parents, last), f"{answer.called} does not hold exactly the nodes that are reached")
    require(len(order) == len(set(order)), f"{answer.called} holds a node several times")
    places = {number: place for place, number in enumerate(order) if number is not None}
    early = [number for number in places if any(places[parent] > places[number] for parent in parents[number])]
    require(not early, f"{answer.called} has a node before one of its parents")


@check("topological_order.chain", "a chain of nodes", points=0.4, hint="What comes first, a node or its parents?")
def test_chain(student: Student) -> None:
    require_order(student, [[]], 0)
    require_order(student, [[], [0], [1], [2]], 3)


@check(
    "topological_order.shared",
    "a node that several others use",
    points=0.6,
    hint="Is a node looked at twice?",
    for_message="the smallest graphs that are no chains",
)
def test_shared(student: Student) -> None:
    for graph in (DIAMOND, TEXT, FORKED):
        require_order(student, graph, len(graph) - 1)


@check(
    "topological_order.late",
    "a node that is used early and late",
    points=0.3,
    hint="When may a node be put into the list: when it is met, or when all of its parents are in?",
)
def test_late(student: Student) -> None:
    require_order(student, LATE, 5)
    require_order(student, [[], [0, 0], [1, 0], [2, 1, 0]], 3)


@check("topological_order.any_graph", "any graph", points=0.3, hint="Follow the smallest graph by hand.")
@given(st.lists(st.sets(st.integers(0, 6), min_size=1, max_size=3), min_size=3, max_size=7))
def test_any_graph(student: Student, drawn: list[set[int]]) -> None:
    parents = [sorted({number % place for number in own}) if place else [] for place, own in enumerate(drawn)]
    require_order(student, parents, len(parents) - 1)


@check(
    "topological_order.alike",
    "nodes that say they are equal",
    points=0.3,
    level="robustness",
    hint="`in` asks whether two things are equal. When are two nodes the same?",
)
def test_alike(student: Student) -> None:
    require_order(student, DIAMOND, 3, alike=True)


@check(
    "topological_order.again",
    "a second call starts anew",
    points=0.1,
    level="robustness",
    hint="What is left of the first call when the second begins?",
)
def test_again(student: Student) -> None:
    script = student.script()
    graph = script.value(helper("graph", parents=DIAMOND))
    first = script.topological_order(graph[3])
    second = script.topological_order(graph[3])
    one, other = script.answers(script.length(first), script.length(second))
    require(one.value == other.value == 4, f"{other.called} is {other.value}, and 4 in a fresh process")
