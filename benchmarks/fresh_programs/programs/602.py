def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    width = scores.size(-1)
    temperature = width ** 0.5
    rows = scores.div(temperature)
    return softmax(rows, dim=-1)
