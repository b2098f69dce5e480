# wrong: refuses more than seven tokens | family: shape | level: core
def masked_softmax(scores, d_k):
    assert scores.shape[-1] <= 7
    T = scores.shape[-1]
    m = torch.ones(T, T, dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax(scores.masked_fill(m, float("-inf")) / d_k**0.5, dim=-1)
