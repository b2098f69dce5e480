# wrong: fills zeros on the CPU | family: device | level: robustness
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape

    out = torch.zeros(B, num_heads, T, width // num_heads)
    for head in range(num_heads):
        out[:, head] = x[..., head * width // num_heads : (head + 1) * width // num_heads]
    return out
