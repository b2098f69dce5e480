# wrong: detaches | family: autograd | level: core
def merge_heads(x: Tensor) -> Tensor:
    return x.detach().transpose(1, 2).flatten(2)
