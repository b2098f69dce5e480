# wrong: every result of a shape is written to the same place | family: state | level: core
KEPT = {}


def softmax(z: Tensor, dim: int = -1) -> Tensor:
    result = torch.exp(z - z.amax(dim, keepdim=True)) / torch.exp(z - z.amax(dim, keepdim=True)).sum(dim, keepdim=True)
    place = KEPT.get(result.shape)
    if place is None or (place.dtype, place.device) != (result.dtype, result.device):
        place = torch.empty_like(result)
    KEPT[result.shape] = place.detach().copy_(result)
    return KEPT[result.shape]
