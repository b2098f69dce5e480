def sinusoidal_positions(T: int, d_model: int, device: torch.device | None = None) -> Tensor:
    t = torch.arange(T, dtype=torch.float32, device=device).unsqueeze(1)
    i = torch.arange(0, d_model, 2, dtype=torch.float32, device=device)
    freq = torch.exp(-math.log(10000.0) * (2 * i / d_model))
    table = torch.zeros(T, d_model, device=device)
    table[:, 0::2] = torch.sin(t * freq)
    table[:, 1::2] = torch.cos(t * freq)[:, : d_model // 2]
    return table
