# wrong: a causal mask is put in | family: mask | level: core
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    hidden = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax((scores / d_k**0.5).masked_fill(hidden, float("-inf")), dim=-1)
