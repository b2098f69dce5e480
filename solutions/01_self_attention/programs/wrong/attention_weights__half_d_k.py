# wrong: d_k ** 1/2 is d_k/2 | family: scale | level: core
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores / (d_k**1 / 2), dim=-1)
