def cross_entropy(logits: Tensor, targets: Tensor) -> Tensor:
    V = logits.size(-1)
    z = logits.reshape(-1, V)
    y = targets.reshape(-1)
    log_p = z - torch.logsumexp(z, dim=1, keepdim=True)
    picked = log_p[:, y]
    return picked.mean().neg()
