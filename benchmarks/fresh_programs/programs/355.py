def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    # b batch, q who asks, k who is asked, d width (summed)
    return torch.einsum("bqd,bkd->bqk", queries, keys)
