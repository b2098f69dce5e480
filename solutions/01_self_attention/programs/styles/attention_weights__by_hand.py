# style: exp and sum by hand
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    s = scores / d_k**0.5
    e = (s - s.max(-1, keepdim=True)[0]).exp()
    return e / e.sum(-1, keepdim=True)
