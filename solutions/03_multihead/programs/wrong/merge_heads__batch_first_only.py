# wrong: the first sentence for all | family: shape | level: core
def merge_heads(x: Tensor) -> Tensor:
    merged = x[:1].transpose(1, 2).flatten(2)
    return merged.expand(x.shape[0], -1, -1)
