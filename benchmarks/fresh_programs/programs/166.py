def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    factor = d_k ** -1 / 2
    scaled = torch.mul(scores, factor)
    return nn.functional.softmax(scaled, dim=-1)
