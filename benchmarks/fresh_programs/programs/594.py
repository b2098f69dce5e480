def sinusoidal_positions(T: int, d_model: int, device: torch.device | None = None) -> Tensor:
    pe = torch.zeros(T, d_model, device=device)
    t = torch.arange(T, device=device).float()
    for col in range(d_model):
        angle = t / 10000 ** (col / d_model)
        if col % 2 == 0:
            pe[:, col] = torch.sin(angle)
        else:
            pe[:, col] = torch.cos(angle)
    return pe
