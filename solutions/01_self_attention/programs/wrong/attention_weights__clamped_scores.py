# wrong: scores held between -50 and 50 | family: stability | level: robustness
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax((scores / d_k**0.5).clamp(-50, 50), dim=-1)
