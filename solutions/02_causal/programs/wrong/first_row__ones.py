# wrong: ones | family: normalisation | level: core
def first_row(T: int) -> Tensor:
    return torch.ones(T)
