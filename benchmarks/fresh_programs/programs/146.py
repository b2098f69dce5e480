def sinusoidal_positions(T: int, d_model: int, device: torch.device | None = None) -> Tensor:
    t = torch.arange(T, device=device, dtype=torch.float32).unsqueeze(1)
    i = torch.arange(0, d_model, 2, device=device, dtype=torch.float32)
    angle = t / 10000 ** (i / d_model)
    return torch.cat((angle.sin(), angle.cos()), dim=1)[:, :d_model]
