# wrong: tokens after the first 150 are lost | family: shape | level: robustness
def merge_heads(x: Tensor) -> Tensor:
    return x[:, :, :150].transpose(1, 2).flatten(start_dim=2)
