# wrong: the diagonal is left out | family: mask | level: core
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    eye = torch.eye(scores.shape[-2], scores.shape[-1], dtype=torch.bool, device=scores.device)
    return torch.softmax((scores / d_k**0.5).masked_fill(eye, float("-inf")), dim=-1)
