def padding_mask(lengths: Tensor, T: int) -> Tensor:
    batch = lengths.numel()
    pos = torch.arange(T, device=lengths.device).expand(batch, 1, 1, T)
    n = lengths.view(batch, 1, 1, 1)
    return torch.gt(pos, n)
