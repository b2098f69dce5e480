# wrong: a divisor on the CPU | family: device | level: robustness
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores / torch.full((1,), d_k**0.5, dtype=scores.dtype), dim=-1)
