# wrong: true and false | family: dtype | level: core
def first_row(T: int) -> Tensor:
    return torch.arange(T) == 0
