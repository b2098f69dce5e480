# wrong: every result of a shape is written to the same place | family: state | level: core
KEPT = {}


def mask_and_renormalize(weights: Tensor) -> Tensor:
    result = weights.tril() / weights.tril().sum(dim=-1, keepdim=True)
    place = KEPT.get(result.shape)
    if place is None or (place.dtype, place.device) != (result.dtype, result.device):
        place = torch.empty_like(result)
    KEPT[result.shape] = place.detach().copy_(result)
    return KEPT[result.shape]
