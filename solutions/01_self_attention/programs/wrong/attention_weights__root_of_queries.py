# wrong: divided by the root of the number of queries | family: scale | level: core
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores / scores.shape[-2] ** 0.5, dim=-1)
