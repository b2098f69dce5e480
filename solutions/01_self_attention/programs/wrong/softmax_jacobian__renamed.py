# wrong: another name for p | family: formula | level: robustness
def softmax_jacobian(probabilities: Tensor) -> Tensor:
    return torch.diag(probabilities) - torch.outer(probabilities, probabilities)
