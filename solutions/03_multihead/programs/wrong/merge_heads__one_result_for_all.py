# wrong: writes every result of a shape into the same tensor | family: state | level: core
KEPT = {}


def merge_heads(x: Tensor) -> Tensor:
    out = x.transpose(1, 2).flatten(start_dim=2).clone()
    if x.requires_grad:
        return out
    kept = KEPT.setdefault((out.shape, out.dtype, out.device), out)
    return kept.copy_(out)
