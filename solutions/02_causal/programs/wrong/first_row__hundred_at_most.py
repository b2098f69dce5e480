# wrong: a hundred entries at most | family: shape | level: core
def first_row(T: int) -> Tensor:
    return torch.eye(100)[0, :T]
