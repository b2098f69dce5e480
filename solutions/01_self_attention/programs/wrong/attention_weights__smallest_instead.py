# wrong: -inf becomes the most negative finite number | family: stability | level: robustness
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return softmax((scores / math.sqrt(d_k)).clamp(min=torch.finfo(scores.dtype).min / math.sqrt(d_k)), dim=-1)
