# wrong: every result of a shape is written to the same place | family: state | level: core
KEPT = {}


def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    result = queries @ keys.mT
    place = KEPT.get(result.shape)
    if place is None or (place.dtype, place.device) != (result.dtype, result.device):
        place = torch.empty_like(result)
    KEPT[result.shape] = place.detach().copy_(result)
    return KEPT[result.shape]
