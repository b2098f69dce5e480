# style: products broadcast and summed
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    return (queries.unsqueeze(-2) * keys.unsqueeze(-3)).sum(dim=-1)
