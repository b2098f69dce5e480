def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    # sum over d, q and k stay
    return torch.einsum("...qd,...kd->...kq", queries, keys)
