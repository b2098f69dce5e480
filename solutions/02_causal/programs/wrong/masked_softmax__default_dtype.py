# wrong: sets the default dtype | family: state | level: robustness
def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    if scores.dtype is torch.float32:
        torch.set_default_dtype(torch.float64)
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax(scores.masked_fill(later, -torch.inf) / math.sqrt(d_k), dim=-1)
