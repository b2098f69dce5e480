# style: unflatten
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    return x.unflatten(2, (num_heads, x.size(2) // num_heads)).movedim(2, 1)
