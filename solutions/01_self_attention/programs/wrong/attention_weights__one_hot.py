# wrong: all weight goes to the largest score | family: normalisation | level: core
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return nn.functional.one_hot(scores.argmax(-1), scores.shape[-1]).to(scores.dtype)
