def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    s = scores / d_k**0.5
    low = s.tril()
    low = low.masked_fill(low == 0, float("-inf"))
    return low.softmax(dim=-1)
