# wrong: every result of a shape is written to the same place | family: state | level: core
import torch

KEPT = {}


def row_sums(x: Tensor) -> Tensor:
    result = x.sum(dim=-1)
    place = KEPT.get(result.shape)
    if place is None or (place.dtype, place.device) != (result.dtype, result.device):
        place = torch.empty_like(result)
    KEPT[result.shape] = place.detach().copy_(result)
    return KEPT[result.shape]
