def cross_entropy(logits: Tensor, targets: Tensor) -> Tensor:
    probs = torch.softmax(logits, dim=-1)
    picked = torch.gather(probs, -1, targets.unsqueeze(-1)).squeeze(-1)
    log_likelihood = torch.log(picked + 1e-9)
    return -log_likelihood.sum() / targets.shape[0]
