# wrong: a detour over numpy | family: autograd | level: core
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    return torch.from_numpy(x.detach().numpy().reshape(B, T, num_heads, -1).transpose(0, 2, 1, 3).copy())
