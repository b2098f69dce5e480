# wrong: sums under no_grad | family: autograd | level: core
def row_sums(x: Tensor) -> Tensor:
    with __import__("torch").no_grad():
        return x.sum(dim=-1)
