def shifted_positions(k: int, d_model: int) -> Tensor:
    M = torch.zeros(d_model, d_model, dtype=torch.float64)
    for i in range(d_model // 2):
        angle = k / 10000 ** (2 * i / d_model)
        c, s = math.cos(angle), math.sin(angle)
        M[i : i + 2, i : i + 2] = torch.tensor([[c, s], [-s, c]], dtype=torch.float64)
    return M
