# wrong: d_k is ignored: always divided by the same number | family: scale | level: core
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores / 5**0.5, dim=-1)
