def shifted_positions(k: int, d_model: int) -> Tensor:
    # moving on by k turns every pair by its own angle: a rotation matrix for each pair
    turns = []
    for i in range(d_model // 2):
        a = k / 10000 ** (2 * i / d_model)
        c, s = math.cos(a), math.sin(a)
        turns.append(torch.tensor([[c, -s], [s, c]], dtype=torch.float64))
    return torch.block_diag(*turns)
