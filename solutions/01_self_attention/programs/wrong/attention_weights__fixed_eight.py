# wrong: always divided by 8 | family: scale | level: core
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores / 8, dim=-1)
