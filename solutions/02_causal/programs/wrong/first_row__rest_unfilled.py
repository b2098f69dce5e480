# wrong: zeros are taken for granted in new memory, and are often there | family: unfilled | level: core
def first_row(T: int) -> Tensor:
    row = torch.empty(T)
    row[0] = 1.0
    return row
