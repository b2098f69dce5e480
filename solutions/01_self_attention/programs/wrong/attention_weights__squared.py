# wrong: divided by d_k squared | family: scale | level: core
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores / d_k**2, dim=-1)
