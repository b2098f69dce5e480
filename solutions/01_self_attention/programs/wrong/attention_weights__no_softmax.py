# wrong: scaled scores, without a softmax | family: normalisation | level: core
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return scores / d_k**0.5
