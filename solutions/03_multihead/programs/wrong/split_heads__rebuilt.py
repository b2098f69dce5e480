# wrong: builds a new tensor from numbers | family: autograd | level: core
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    return torch.tensor(x.tolist(), dtype=x.dtype).reshape(B, T, num_heads, -1).transpose(1, 2)
