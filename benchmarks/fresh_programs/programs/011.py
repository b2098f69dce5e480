def attention_scores(queries, keys):
    return torch.einsum("bqd,bkd->bqk", queries, keys)
