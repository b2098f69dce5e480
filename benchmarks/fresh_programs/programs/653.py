def sinusoidal_positions(T, d_model, device=None):
    t = torch.arange(T, device=device, dtype=torch.float32)
    columns = []
    for c in range(d_model):
        angle = t / 10000.0 ** (c / d_model)
        wave = torch.cos if c % 2 else torch.sin
        columns.append(wave(angle))
    return torch.stack(columns, dim=1)
