def cross_entropy(logits, targets):
    V = logits.shape[-1]
    flat_logits = logits.reshape(-1, V)
    flat_targets = targets.reshape(-1)
    # log softmax(z) = z - log(sum(exp(z)))
    log_p = flat_logits - torch.logsumexp(flat_logits, dim=1, keepdim=True)
    picked = log_p[:, flat_targets]
    return picked.neg().mean()
