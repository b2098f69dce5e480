# wrong: all weight on the last token | family: mask | level: core
def first_row(T: int) -> Tensor:
    return torch.eye(T)[-1]
