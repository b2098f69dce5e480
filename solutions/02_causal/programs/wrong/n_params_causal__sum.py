# wrong: sizes added instead of multiplied | family: formula | level: core
def n_params_causal(embed_dim: int, head_dim: int) -> int:
    return 4 * (embed_dim + head_dim)
