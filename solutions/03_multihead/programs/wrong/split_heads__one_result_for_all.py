# wrong: writes every result of a shape into the same tensor | family: state | level: core
KEPT = {}


def split_heads(x: Tensor, num_heads: int) -> Tensor:
    out = x.unflatten(-1, (num_heads, -1)).transpose(1, 2).clone()
    if x.requires_grad:
        return out
    kept = KEPT.setdefault((out.shape, out.dtype, out.device), out)
    return kept.copy_(out)
