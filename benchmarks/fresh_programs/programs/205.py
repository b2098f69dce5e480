def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    q = queries.unsqueeze(-3)
    k = keys.unsqueeze(-2)
    # every query meets every key
    products = q * k
    return products.sum(dim=-1)
