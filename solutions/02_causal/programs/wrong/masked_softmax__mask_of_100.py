# wrong: a mask of 100 tokens, nothing hidden beyond | family: mask | level: core
def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    T = scores.shape[-1]
    later = torch.zeros(T, T, dtype=torch.bool, device=scores.device)
    later[:100, :100] = torch.ones(100, 100, dtype=torch.bool, device=scores.device).triu(1)[:T, :T]
    return torch.softmax(scores.masked_fill(later, -torch.inf) / math.sqrt(d_k), dim=-1)
