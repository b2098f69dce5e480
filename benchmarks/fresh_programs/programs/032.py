def padding_mask(lengths, T):
    idx = torch.arange(T, device=lengths.device).unsqueeze(0)
    mask = idx > lengths.unsqueeze(1)
    return mask.unsqueeze(1).unsqueeze(1)
