# wrong: gradient of the scores passed through | family: autograd | level: core
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    s = scores / d_k**0.5
    return s + (torch.softmax(s, -1) - s).detach()
