# wrong: looks at the next token | family: mask | level: core
def first_row(T: int) -> Tensor:
    return torch.eye(T + 1)[0, 1:]
