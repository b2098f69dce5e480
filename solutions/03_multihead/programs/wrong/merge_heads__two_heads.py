# wrong: only the first two heads | family: heads | level: core
def merge_heads(x: Tensor) -> Tensor:
    return torch.cat([x[:, 0], x[:, min(1, x.shape[1] - 1)]], dim=-1)
