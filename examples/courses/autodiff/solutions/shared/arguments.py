"""Arguments of checks that are built in the sandbox: nodes of a graph. This text is sent there; it holds no answers."""

from collections.abc import Callable, Sequence
from typing import Any


class Node:
    """A node with a number and parents; it says that it is equal to every other one."""

    def __init__(self, number: int, parents: tuple["Node", ...]) -> None:
        self.number = number
        self.parents = parents

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Node)

    def __hash__(self) -> int:
        return 0


class PlainNode(Node):
    """A node that is equal to itself alone."""

    __eq__ = object.__eq__
    __hash__ = object.__hash__


def build_graph(description: dict[str, Any]) -> list[Node]:
    """Return the nodes of a graph; `parents` lists, for each node, the numbers of nodes before it."""
    kind = Node if description.get("alike") else PlainNode
    nodes: list[Node] = []
    for number, parents in enumerate(description["parents"]):
        nodes.append(kind(number, tuple(nodes[parent] for parent in parents)))
    return nodes


def numbers_of(nodes: Sequence[Node]) -> list[int]:
    """Return the numbers of some nodes."""
    return [node.number for node in nodes]


def data_of(values: Sequence[Any]) -> list[Any]:
    """Return the data of some values."""
    return [value.data for value in values]


BUILDERS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "graph": build_graph,
    "numbers": lambda _: numbers_of,
    "data": lambda _: data_of,
}
