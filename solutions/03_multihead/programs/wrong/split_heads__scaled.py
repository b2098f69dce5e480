# wrong: divides by the square root of the width | family: scale | level: core
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    heads = x.reshape(B, T, num_heads, -1).transpose(1, 2)
    return heads / heads.shape[-1] ** 0.5
