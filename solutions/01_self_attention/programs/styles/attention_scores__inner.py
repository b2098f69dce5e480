# style: torch.inner for matrices
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    if queries.dim() == 2:
        return torch.inner(queries, keys)
    return torch.stack([attention_scores(q, k) for q, k in zip(queries, keys)])
