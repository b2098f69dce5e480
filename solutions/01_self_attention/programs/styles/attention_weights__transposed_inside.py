# style: over the first dimension of the transposed
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax((scores / d_k**0.5).transpose(-2, -1), dim=-2).transpose(-2, -1)
