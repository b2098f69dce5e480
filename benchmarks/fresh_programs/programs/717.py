def cross_entropy(logits: Tensor, targets: Tensor) -> Tensor:
    vocab = logits.shape[-1]
    z = logits.reshape(-1, vocab)
    y = targets.reshape(-1)
    log_norm = z.logsumexp(dim=1)
    picked = z[:, y]
    return (log_norm.unsqueeze(1) - picked).mean()
