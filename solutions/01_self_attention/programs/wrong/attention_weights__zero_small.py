# wrong: small weights become 0 | family: values | level: core
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    w = torch.softmax(scores / d_k**0.5, dim=-1)
    return torch.where(w < 0.01, 0.0, w)
