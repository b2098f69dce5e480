def sinusoidal_positions(T: int, d_model: int, device=None) -> Tensor:
    def entry(t, column):
        wave = math.sin if column % 2 == 0 else math.cos
        return wave(t / 10000 ** (column / d_model))

    table = [[entry(t, column) for column in range(d_model)] for t in range(T)]
    return torch.tensor(table, dtype=torch.float32, device=device)
