def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    """softmax(scores / sqrt(d_k))"""
    n_keys = scores.size(-1)
    scale = 1.0 / math.sqrt(n_keys)
    return softmax(scores.mul(scale), dim=-1)
