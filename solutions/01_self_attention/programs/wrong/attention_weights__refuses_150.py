# wrong: refuses more than 150 keys | family: shape | level: core
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    if scores.shape[-1] > 150:
        raise ValueError("too many keys")
    return softmax(scores / math.sqrt(d_k))
