def cross_entropy(logits: Tensor, targets: Tensor) -> Tensor:
    V = logits.shape[-1]
    flat = logits.reshape(-1, V)
    labels = targets.flatten()
    log_z = torch.logsumexp(flat, dim=1, keepdim=True)
    surprise = log_z - flat
    chosen = surprise[:, labels]
    return chosen.mean()
