# wrong: the first result of a shape is kept | family: state | level: core
KEPT = {}


def merge_heads(x: Tensor) -> Tensor:
    key = (x.shape, x.dtype, x.device)
    if key not in KEPT or x.requires_grad:
        KEPT[key] = x.transpose(1, 2).flatten(start_dim=2)
    return KEPT[key]
