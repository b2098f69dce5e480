# wrong: softmax without dim | family: axis | level: core
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return nn.functional.softmax(scores / d_k**0.5)
