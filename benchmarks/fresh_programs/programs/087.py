def cross_entropy(logits, targets):
    logp = logits - logits.logsumexp(dim=-1, keepdim=True)
    nll = -logp.gather(-1, targets[..., None])[..., 0]
    return nll.sum() / targets.shape[0]
