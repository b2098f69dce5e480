# allowed: an own function of that name
def scaled_dot_product_attention(scores, d_k):
    return torch.softmax(scores / d_k**0.5, dim=-1)


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return scaled_dot_product_attention(scores.masked_fill(later, -torch.inf), d_k)
