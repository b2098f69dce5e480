# style: einsum with an ellipsis
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    return torch.einsum("...qd,...kd->...qk", queries, keys)
