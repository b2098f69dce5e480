def causal_mask(T, device=None):
    mask = torch.zeros(1, T, T, dtype=torch.bool)
    for i in range(T):
        for j in range(T):
            if j > i:
                mask[0, i, j] = True
    return mask
