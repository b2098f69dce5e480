def sinusoidal_positions(T: int, d_model: int, device: torch.device | None = None) -> Tensor:
    n_sin, n_cos = (d_model + 1) // 2, d_model // 2
    # one speed per pair of columns, geometric from 1 to 1/10000
    omega = torch.logspace(0, -4, n_sin, dtype=torch.float32, device=device)
    t = torch.arange(T, device=device).view(-1, 1)
    P = torch.empty(T, d_model, dtype=torch.float32, device=device)
    P[:, 0::2] = torch.sin(t * omega)
    P[:, 1::2] = torch.cos(t * omega[:n_cos])
    return P
