# wrong: always the same length | family: shape | level: core
def first_row(T: int) -> Tensor:
    return torch.tensor([1.0, 0.0, 0.0, 0.0, 0.0])
