# wrong: over dimension 2 | family: axis | level: core
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores / d_k**0.5, dim=min(2, scores.dim() - 1))
