def cross_entropy(logits: Tensor, targets: Tensor) -> Tensor:
    V = logits.shape[-1]
    probs = torch.softmax(logits, dim=-1).reshape(-1, V)
    right = targets.reshape(-1)
    p_right = probs[torch.arange(len(right), device=right.device), right]
    # small number so that log(0) can't happen
    return -torch.log(p_right + 1e-9).mean()
