def padding_mask(lengths: Tensor, T: int) -> Tensor:
    B = lengths.size(0)
    steps = torch.arange(T, device=lengths.device).repeat(B, 1)
    real = steps < lengths.view(-1, 1)
    return torch.logical_not(real).view(B, 1, T, 1)
