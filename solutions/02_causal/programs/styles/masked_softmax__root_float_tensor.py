# style: the root as a float tensor
def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax((scores / torch.tensor(float(d_k)).sqrt()).masked_fill(later, -torch.inf), dim=-1)
