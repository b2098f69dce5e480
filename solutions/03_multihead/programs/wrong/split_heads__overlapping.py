# wrong: windows that overlap | family: heads | level: core
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    size = width // num_heads
    return torch.stack([x[..., i : i + size] for i in range(num_heads)], dim=1)
