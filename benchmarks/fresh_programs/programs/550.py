def mask_and_renormalize(weights):
    n_tokens = weights.size(-1)
    future = torch.ones(n_tokens, n_tokens, dtype=torch.bool, device=weights.device).triu(1)
    weights.masked_fill_(future, float("-inf"))
    return weights.softmax(-1)
