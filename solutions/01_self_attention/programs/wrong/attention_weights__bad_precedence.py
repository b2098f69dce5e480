# wrong: the scores are not scaled | family: scale | level: core
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores - scores.amax(-1, keepdim=True) / d_k**0.5 * 0, dim=-1)
