# wrong: scores held between -2 and 2 | family: values | level: core
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax((scores / d_k**0.5).clamp(-2, 2), dim=-1)
