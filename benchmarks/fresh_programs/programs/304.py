def cross_entropy(logits: Tensor, targets: Tensor) -> Tensor:
    """-log softmax = logsumexp(z) - z[target], then the mean."""
    right_ones = torch.take_along_dim(logits, targets.unsqueeze(-1), dim=-1).squeeze(-1)
    surprise = torch.logsumexp(logits, dim=-1) - right_ones
    N = targets.shape[0]
    return surprise.sum() / N
