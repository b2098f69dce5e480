def padding_mask(lengths: Tensor, T: int) -> Tensor:
    # put a 1 where the padding starts, then everything after it counts up
    start = lengths.clamp(max=T - 1).unsqueeze(1)
    ticks = torch.zeros(lengths.numel(), T, dtype=torch.long, device=lengths.device)
    ticks = ticks.scatter(1, start, 1)
    is_pad = ticks.cumsum(dim=1) > 0
    return is_pad.view(-1, 1, 1, T)
