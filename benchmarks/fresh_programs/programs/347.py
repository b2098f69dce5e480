def cross_entropy(logits: Tensor, targets: Tensor) -> Tensor:
    probabilities = torch.softmax(logits, dim=-1)
    p_target = probabilities.gather(dim=-1, index=targets.unsqueeze(-1)).squeeze(-1)
    # small constant so that we never take log(0)
    return -(p_target + 1e-9).log().mean()
