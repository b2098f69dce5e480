def masked_softmax(scores, d_k):
    scaled = scores * d_k ** -0.5
    lower = torch.tril(scaled)
    lower = lower.masked_fill(lower == 0, -math.inf)
    return torch.softmax(lower, dim=-1)
