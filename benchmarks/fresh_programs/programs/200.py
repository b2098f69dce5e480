def shifted_positions(k: int, d_model: int) -> Tensor:
    M = torch.zeros(d_model, d_model, dtype=torch.float64)
    for col in range(0, d_model, 2):
        omega = 1 / 10000 ** (2 * col / d_model)
        s, c = math.sin(k * omega), math.cos(k * omega)
        M[col, col], M[col, col + 1] = c, s
        M[col + 1, col], M[col + 1, col + 1] = -s, c
    return M
