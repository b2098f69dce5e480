# wrong: heads on a last axis of their own | family: shape | level: core
def merge_heads(x: Tensor) -> Tensor:
    return torch.stack(x.unbind(1), dim=-1)
