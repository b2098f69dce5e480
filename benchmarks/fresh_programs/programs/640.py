def rotation(angle):
    c, s = math.cos(angle), math.sin(angle)
    return torch.tensor([[c, -s], [s, c]], dtype=torch.float64)


def shifted_positions(k: int, d_model: int) -> Tensor:
    omegas = [10000.0 ** (-2 * i / d_model) for i in range(d_model // 2)]
    return torch.block_diag(*[rotation(k * w) for w in omegas])
