def additive_causal_mask(T, device=None):
    rows = torch.arange(T, device=device).view(-1, 1)
    cols = torch.arange(T, device=device).view(1, -1)
    return torch.where(cols <= rows, 0.0, -1e9)
