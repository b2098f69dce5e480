# style: slices, one by one
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    width = x.size(2) // num_heads
    return torch.stack([x[:, :, i * width : (i + 1) * width] for i in range(num_heads)], dim=1)
