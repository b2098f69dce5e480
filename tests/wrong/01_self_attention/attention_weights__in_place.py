# wrong: the scores are scaled in place | family: state | level: robustness
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    scores.data /= d_k**0.5
    return torch.softmax(scores, dim=-1)
