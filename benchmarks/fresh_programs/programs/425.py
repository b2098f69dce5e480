def saturating_queries_keys() -> tuple[Tensor, Tensor]:
    width = 16  # so the scale is 4
    u = torch.ones(width) / 4.0  # length 1
    first_query, second_query = u, 3 * u
    first_key, second_key = 6 * u, 0 * u
    # first query: 6 against 0 without scale (0.9975), 1.5 against 0 with it (0.82)
    return torch.stack([first_query, second_query]), torch.stack([first_key, second_key])
