# wrong: dimensions of size one are lost | family: shape | level: robustness
def first_row(T: int) -> Tensor:
    return torch.eye(T)[0].squeeze()
