# wrong: divided by the root of the number of keys | family: scale | level: core
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores / scores.shape[-1] ** 0.5, dim=-1)
