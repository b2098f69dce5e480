def padding_mask(lengths: Tensor, T: int) -> Tensor:
    position = torch.arange(T)
    real = torch.ge(lengths.unsqueeze(1), position)
    is_padding = torch.logical_not(real)  # (B, T)
    return is_padding[:, None, None, :]
