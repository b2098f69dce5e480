def cross_entropy(logits: Tensor, targets: Tensor) -> Tensor:
    V = logits.size(-1)
    flat_z = logits.reshape(-1, V)
    flat_y = targets.reshape(-1)
    picked = flat_z[torch.arange(len(flat_y), device=flat_z.device), flat_y]
    surprise = flat_z.logsumexp(dim=1) - picked
    n = logits.shape[0]
    return surprise.sum() / n
