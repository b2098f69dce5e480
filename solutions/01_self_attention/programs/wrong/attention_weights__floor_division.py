# wrong: // instead of / | family: scale | level: core
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores // d_k**0.5, dim=-1)
