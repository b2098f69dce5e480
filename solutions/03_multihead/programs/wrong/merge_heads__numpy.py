# wrong: a detour over numpy | family: autograd | level: core
def merge_heads(x: Tensor) -> Tensor:
    B, h, T, d_h = x.shape
    return torch.from_numpy(x.detach().numpy().transpose(0, 2, 1, 3).reshape(B, T, h * d_h).copy())
