def sinusoidal_positions(T: int, d_model: int, device: torch.device | None = None) -> Tensor:
    t = torch.arange(T, dtype=torch.float32, device=device)
    columns = []
    for c in range(d_model):
        wave = torch.sin if c % 2 == 0 else torch.cos
        angle = t / 10000 ** (c / d_model)
        columns.append(wave(angle))
    return torch.stack(columns, dim=1)
