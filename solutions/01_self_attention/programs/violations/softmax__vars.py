# violation: reached through vars
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return vars(torch.nn.functional)["softmax"](z, dim)
