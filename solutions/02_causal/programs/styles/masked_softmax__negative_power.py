# style: times a negative power
def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax((scores * d_k**-0.5).masked_fill(later, -torch.inf), dim=-1)
