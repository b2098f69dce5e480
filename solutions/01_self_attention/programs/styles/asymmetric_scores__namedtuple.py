# style: a tuple with names
from typing import NamedTuple


class Witness(NamedTuple):
    x: Tensor
    W_query: Tensor
    W_key: Tensor


def asymmetric_scores() -> Witness:
    return Witness(torch.eye(3), torch.eye(3).roll(1, 0), torch.eye(3))
