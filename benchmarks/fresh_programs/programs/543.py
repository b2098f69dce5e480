def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    # dot products: sum over the feature axis d
    return torch.einsum("...qd,...kd->...kq", queries, keys)
