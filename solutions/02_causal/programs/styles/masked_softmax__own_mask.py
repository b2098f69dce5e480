# style: the own causal_mask, squeezed
def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(
        scores.masked_fill(causal_mask(scores.size(-1), device=scores.device).squeeze(0).squeeze(0), -torch.inf)
        / d_k**0.5,
        dim=-1,
    )
