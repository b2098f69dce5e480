# wrong: the second token is seen too | family: mask | level: core
def first_row(T: int) -> Tensor:
    return torch.eye(T + 1)[0, 1:]
