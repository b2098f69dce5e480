def causal_mask(T, device=None):
    mask = torch.tril(torch.ones((T, T), dtype=torch.bool, device=device))
    return mask.view(1, 1, T, T)
