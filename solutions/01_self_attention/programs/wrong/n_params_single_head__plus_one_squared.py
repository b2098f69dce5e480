# wrong: (d + 1) squared | family: formula | level: core
def n_params_single_head(embed_dim: int) -> int:
    return 3 * (embed_dim + 1) ** 2
