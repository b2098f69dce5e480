# wrong: the scores are scaled in place too | family: state | level: robustness
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    w = torch.softmax(scores / d_k**0.5, dim=-1)
    scores.data /= d_k**0.5
    return w
