# wrong: a softmax of its own that sums without keepdim | family: normalisation | level: core
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    e = torch.exp(scores / d_k**0.5)
    return e / e.sum(-1)
