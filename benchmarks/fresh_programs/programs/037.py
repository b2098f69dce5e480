def masked_softmax(scores, d_k):
    T = scores.shape[-1]
    future = torch.triu(torch.ones(T, T), diagonal=1) == 1
    s = torch.where(future, torch.tensor(float("-inf"), dtype=scores.dtype, device=scores.device), scores)
    return (s / math.sqrt(T)).softmax(dim=-1)
