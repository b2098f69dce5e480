def shifted_positions(k: int, d_model: int) -> Tensor:
    def rotation(omega):
        c, s = math.cos(omega * k), math.sin(omega * k)
        return torch.tensor([[c, -s], [s, c]], dtype=torch.float64)

    frequencies = [10000 ** (-2 * pair / d_model) for pair in range(d_model // 2)]
    return torch.block_diag(*map(rotation, frequencies))
