# wrong: scores divided by d_k | family: scale | level: core
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores / d_k, dim=-1)
