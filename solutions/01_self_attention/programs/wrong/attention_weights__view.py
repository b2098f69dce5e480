# wrong: view on what may not be contiguous | family: shape | level: robustness
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    flat = scores.view(-1, scores.shape[-1])
    return torch.softmax(flat / d_k**0.5, -1).view(scores.shape)
