def masked_softmax(scores, d_k):
    lower = torch.tril(scores)
    lower = lower.masked_fill(lower == 0, float("-inf"))
    return torch.softmax(lower / math.sqrt(d_k), dim=-1)
