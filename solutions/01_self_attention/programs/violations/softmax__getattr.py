# violation: reached through getattr
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return getattr(torch, "soft" + "max")(z, dim)
