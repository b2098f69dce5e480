# wrong: softmax over the whole matrix | family: axis | level: core
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    flat = (scores / d_k**0.5).flatten(-2)
    return torch.softmax(flat, -1).view(scores.shape)
