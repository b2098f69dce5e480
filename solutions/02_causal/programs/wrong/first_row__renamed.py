# wrong: other names of the arguments | family: shape | level: robustness
def first_row(n):
    return torch.eye(n)[0]
