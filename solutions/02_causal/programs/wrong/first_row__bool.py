# wrong: True and False instead of numbers | family: dtype | level: core
def first_row(T: int) -> Tensor:
    return torch.arange(T) == 0
