def attention_scores(queries, keys):
    return torch.einsum("...id,...jd->...ji", queries, keys)
