# wrong: heads one below the other | family: axis | level: core
def merge_heads(x: Tensor) -> Tensor:
    return torch.cat(x.unbind(1), dim=1)
