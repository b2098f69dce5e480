def sinusoidal_positions(T, d_model, device=None):
    pos = torch.arange(T, dtype=torch.float32, device=device).unsqueeze(1)
    freq = torch.exp(-math.log(10000.0) * torch.arange(0, d_model, 2, device=device).float() / d_model)
    return torch.cat([torch.sin(pos * freq), torch.cos(pos * freq)], dim=1)
