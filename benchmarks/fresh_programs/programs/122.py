def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    scaled = scores / d_k**0.5
    visible = torch.tril(scaled)
    return visible.softmax(-1)
