def sinusoidal_positions(T: int, d_model: int, device: torch.device | None = None) -> Tensor:
    table = torch.zeros(T, d_model, device=device)
    t = torch.arange(T, device=device, dtype=torch.float32)
    even = torch.arange(0, d_model, 2, device=device, dtype=torch.float32)
    angles = torch.outer(t, 10000 ** (-even / d_model))
    table[:, 0::2] = angles.sin()
    table[:, 1::2] = angles.cos()
    return table
