def sinusoidal_positions(T: int, d_model: int, device: torch.device | None = None) -> Tensor:
    t = torch.arange(T, dtype=torch.float32, device=device)
    table = torch.empty(T, d_model, device=device, dtype=torch.float32)
    for column in range(d_model):
        angle = t / 10000 ** (column / d_model)
        table[:, column] = torch.sin(angle) if column % 2 == 0 else torch.cos(angle)
    return table
