# wrong: x is called heads | family: state | level: robustness
def merge_heads(heads: Tensor) -> Tensor:
    return heads.transpose(1, 2).flatten(start_dim=2)
