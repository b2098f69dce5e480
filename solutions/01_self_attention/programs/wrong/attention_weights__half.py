# wrong: computed in bfloat16 | family: dtype | level: core
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax((scores / d_k**0.5).bfloat16(), dim=-1).to(scores.dtype)
