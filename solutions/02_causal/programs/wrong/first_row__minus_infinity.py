# wrong: scores instead of weights | family: mask | level: core
def first_row(T: int) -> Tensor:
    return torch.zeros(T, T).masked_fill(torch.ones(T, T).triu(1) > 0, -torch.inf)[0]
