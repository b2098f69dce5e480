def padding_mask(lengths: Tensor, T: int) -> Tensor:
    position = torch.arange(T, device=lengths.device)
    pad = position >= lengths.unsqueeze(1)  # B x T
    return pad.unsqueeze(0).unsqueeze(0)
