def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    """Scale first, softmax second."""
    root = d_k ** 0.5
    scores /= root
    return softmax(scores)
