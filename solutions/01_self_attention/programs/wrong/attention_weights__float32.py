# wrong: always float32 | family: dtype | level: robustness
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores.float() / d_k**0.5, dim=-1)
