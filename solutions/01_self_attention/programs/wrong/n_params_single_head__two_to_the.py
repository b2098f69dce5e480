# wrong: ^ is xor in Python, no power | family: formula | level: core
def n_params_single_head(embed_dim: int) -> int:
    return 3 * (embed_dim ^ 2 + embed_dim)
