# style: the file's own softmax
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return softmax(scores / d_k**0.5)
