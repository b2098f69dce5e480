# wrong: a mask of at most eight tokens | family: mask | level: core
def masked_softmax(scores, d_k):
    T = scores.shape[-1]
    m = torch.ones(8, 8, dtype=torch.bool, device=scores.device).triu(1)[:T, :T]
    return torch.softmax(scores.masked_fill(m, -math.inf) / d_k**0.5, dim=-1)
