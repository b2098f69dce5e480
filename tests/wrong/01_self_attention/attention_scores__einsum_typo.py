# wrong: einsum sums the wrong letter | family: axis | level: core
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    return torch.einsum("...qd,...kd->...kq", queries, keys)
