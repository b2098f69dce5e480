# wrong: right when tokens and heads are as many | family: heads | level: core
def merge_heads(x: Tensor) -> Tensor:
    B, h, T, d_h = x.shape
    return x.reshape(B, T, h, d_h).flatten(2) if h != T else x.transpose(1, 2).flatten(2)
