def sinusoidal_positions(T: int, d_model: int, device: torch.device | None = None) -> Tensor:
    pe = torch.zeros(T, d_model, device=device)
    position = torch.arange(T, dtype=torch.float32, device=device).unsqueeze(1)
    div_term = torch.exp(torch.arange(0, d_model, 2, dtype=torch.float32, device=device) * (-math.log(10000.0) / d_model))
    pe[:, 0::2] = torch.sin(position * div_term)
    pe[:, 1::2] = torch.cos(position * div_term)
    return pe
