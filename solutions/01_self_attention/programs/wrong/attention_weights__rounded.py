# wrong: the weights are rounded | family: values | level: core
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.round(torch.softmax(scores / d_k**0.5, dim=-1), decimals=4)
