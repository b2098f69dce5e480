# wrong: the scores are not scaled | family: scale | level: core
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores, dim=-1)
