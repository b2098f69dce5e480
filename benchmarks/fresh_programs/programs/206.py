def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    root = d_k ** 1 / 2
    scores = scores / root
    return nn.functional.softmax(scores, dim=-1)
