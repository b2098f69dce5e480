def cross_entropy(logits: Tensor, targets: Tensor) -> Tensor:
    correct = torch.gather(logits, -1, targets.unsqueeze(-1)).squeeze(-1)
    surprise = torch.logsumexp(logits, dim=-1) - correct
    return surprise.sum() / len(logits)
