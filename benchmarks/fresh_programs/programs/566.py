def cross_entropy(logits, targets):
    V = logits.size(-1)
    flat_logits = logits.reshape(-1, V)
    flat_targets = targets.reshape(-1)
    logp = flat_logits - flat_logits.logsumexp(dim=1, keepdim=True)
    picked = nn.functional.one_hot(flat_targets, V).to(logp.dtype)
    surprise = -(picked * logp)
    return surprise.mean()
