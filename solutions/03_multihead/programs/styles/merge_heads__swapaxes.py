# style: swapaxes
def merge_heads(x: Tensor) -> Tensor:
    y = x.swapaxes(1, 2)
    return torch.reshape(y, y.shape[:2] + (-1,))
