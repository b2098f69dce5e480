# wrong: adds one to the input meanwhile | family: state | level: robustness
def merge_heads(x: Tensor) -> Tensor:
    out = x.transpose(1, 2).flatten(2).clone()
    x.data.add_(1)
    return out
