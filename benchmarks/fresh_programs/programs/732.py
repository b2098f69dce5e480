def cross_entropy(logits: Tensor, targets: Tensor) -> Tensor:
    V = logits.shape[-1]
    probs = torch.softmax(logits.reshape(-1, V), dim=1)
    idx = targets.reshape(-1)
    rows = torch.arange(idx.shape[0], device=logits.device)
    surprise = -torch.log(probs[rows, idx])
    return surprise.sum() / idx.shape[0]
