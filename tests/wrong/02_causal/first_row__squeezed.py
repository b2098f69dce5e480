# wrong: squeezed at size 1 | family: shape | level: robustness
def first_row(T: int) -> Tensor:
    return torch.eye(T)[0].squeeze()
