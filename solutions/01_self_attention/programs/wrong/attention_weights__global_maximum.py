# wrong: own softmax with one maximum for all | family: stability | level: robustness
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    s = scores / d_k**0.5
    e = torch.exp(s - s.max())
    return e / e.sum(-1, keepdim=True)
