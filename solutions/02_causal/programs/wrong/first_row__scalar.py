# wrong: one number instead of a row | family: shape | level: core
def first_row(T: int) -> Tensor:
    return torch.tensor(1.0)
