def padding_mask(lengths: Tensor, T: int) -> Tensor:
    lengths = lengths.clamp(min=0, max=T - 1)  # stay inside the sentence
    position = torch.arange(T, device=lengths.device)
    mask = position >= lengths.unsqueeze(-1)  # (B, T)
    return mask.view(-1, 1, 1, T)
