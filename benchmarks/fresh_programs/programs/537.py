def cross_entropy(logits: Tensor, targets: Tensor) -> Tensor:
    V = logits.shape[-1]
    flat_logits = logits.reshape(-1, V)
    flat_targets = targets.reshape(-1)
    rows = torch.arange(flat_targets.shape[0], device=logits.device)
    picked = flat_logits[rows, flat_targets]
    losses = torch.logsumexp(flat_logits, dim=1) - picked
    return losses.sum() / len(targets)
