def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    logits = scores / d_k**0.5
    lower = torch.tril(logits)
    lower = lower.masked_fill(lower == 0, float("-inf"))
    return lower.softmax(-1)
