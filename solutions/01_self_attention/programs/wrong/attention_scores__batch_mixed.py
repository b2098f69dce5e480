# wrong: all sentences are taken as one | family: axis | level: core
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    return torch.einsum("...qd,kd->...qk", queries, keys.reshape(-1, keys.shape[-1]))
