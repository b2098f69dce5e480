# wrong: one layer only | family: formula | level: core
def n_params_single_head(embed_dim: int) -> int:
    return embed_dim * (embed_dim + 1)
