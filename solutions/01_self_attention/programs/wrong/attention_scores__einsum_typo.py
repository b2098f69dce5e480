# wrong: einsum sums the wrong letter | family: projection | level: core
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    return torch.einsum("...qd,...kd->...kq", queries, keys)
