# wrong: own softmax without the maximum | family: stability | level: robustness
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    e = torch.exp(scores / d_k**0.5)
    return e / e.sum(-1, keepdim=True)
