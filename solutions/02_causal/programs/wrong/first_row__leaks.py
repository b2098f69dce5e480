# wrong: hidden scores become -1 | family: mask | level: core
def first_row(T: int) -> Tensor:
    return torch.softmax(-torch.ones(T, T).triu(1), -1)[0]
