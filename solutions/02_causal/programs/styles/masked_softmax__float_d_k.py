# style: d_k as a float
def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    d_k = float(d_k)
    return (scores.masked_fill(later, -torch.inf) / d_k**0.5).softmax(-1)
