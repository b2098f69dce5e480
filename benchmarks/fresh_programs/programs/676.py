NEG = -1e-9


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    T = scores.size(-1)
    future = torch.ones(T, T, device=scores.device).triu(1).bool()
    scaled = scores / d_k**0.5
    scaled = scaled.masked_fill(future, NEG)
    return torch.exp(torch.log_softmax(scaled, dim=-1))
