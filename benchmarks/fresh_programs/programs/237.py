def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    root = math.isqrt(d_k)
    return softmax(scores / root, dim=-1)
