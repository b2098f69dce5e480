def masked_softmax(scores, d_k):
    T = scores.shape[-1]
    keep = torch.tril(torch.ones(T, T, dtype=scores.dtype, device=scores.device))
    scaled = scores * d_k ** -0.5
    return torch.softmax(scaled * keep, dim=-1)
