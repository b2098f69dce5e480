# wrong: scores over their sum, without exp | family: normalisation | level: core
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    s = scores / d_k**0.5
    return s / s.sum(-1, keepdim=True)
