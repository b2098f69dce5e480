def shifted_positions(k: int, d_model: int) -> Tensor:
    """One 2x2 rotation for every sine/cosine pair, on the diagonal."""
    rotations = []
    for i in range(d_model // 2):
        omega = 10000 ** (-2 * i / d_model)
        c, s = math.cos(k * omega), math.sin(k * omega)
        rotations.append(torch.tensor([[c, -s], [s, c]], dtype=torch.float64))
    return torch.block_diag(*rotations)
