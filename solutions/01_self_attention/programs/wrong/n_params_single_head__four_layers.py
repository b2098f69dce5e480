# wrong: an output layer counted | family: formula | level: core
def n_params_single_head(embed_dim: int) -> int:
    return 4 * (embed_dim**2 + embed_dim)
