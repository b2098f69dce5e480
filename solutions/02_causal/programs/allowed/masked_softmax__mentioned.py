# allowed: the name in a comment and a string
def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    # not scaled_dot_product_attention
    note = "F.scaled_dot_product_attention"
    return torch.softmax(scores.masked_fill(later, -torch.inf) / d_k**0.5, dim=-1 if note else 0)
