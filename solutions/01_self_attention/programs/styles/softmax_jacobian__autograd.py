# style: autograd at log p
def softmax_jacobian(p: Tensor) -> Tensor:
    return torch.autograd.functional.jacobian(lambda z: torch.softmax(z, dim=0), p.log())
