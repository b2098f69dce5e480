# wrong: dimensions of size one are lost | family: shape | level: robustness
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores / d_k**0.5, dim=-1).squeeze()
