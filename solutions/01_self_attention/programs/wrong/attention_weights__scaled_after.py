# wrong: divided after the softmax | family: scale | level: core
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores, dim=-1) / d_k**0.5
