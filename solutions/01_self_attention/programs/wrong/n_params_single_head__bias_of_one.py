# wrong: each bias counted as one number | family: formula | level: core
def n_params_single_head(embed_dim: int) -> int:
    return 3 * embed_dim**2 + 3
