# wrong: the first result of a shape is kept | family: state | level: core
KEPT = {}


def split_heads(x: Tensor, num_heads: int) -> Tensor:
    key = (x.shape, num_heads, x.dtype, x.device, x.requires_grad)
    if key not in KEPT or x.requires_grad:
        KEPT[key] = x.unflatten(-1, (num_heads, -1)).transpose(1, 2)
    return KEPT[key]
