def sinusoidal_positions(T: int, d_model: int, device: torch.device | None = None) -> Tensor:
    """Positional encoding as in the paper."""
    pe = torch.zeros(T, d_model, device=device)
    t = torch.arange(T, dtype=torch.float32, device=device).unsqueeze(1)  # (T, 1)
    two_i = torch.arange(0, d_model, 2, dtype=torch.float32, device=device)
    frequency = torch.exp(two_i * (-math.log(10000.0) / d_model))
    pe[:, 0::2] = torch.sin(t * frequency)
    pe[:, 1::2] = torch.cos(t * frequency)
    return pe
