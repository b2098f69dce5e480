# style: permute and reshape
def merge_heads(x: Tensor) -> Tensor:
    return x.permute(0, 2, 1, 3).reshape(x.size(0), x.size(2), -1)
