# wrong: biases counted as matrices | family: formula | level: core
def n_params_single_head(embed_dim: int) -> int:
    return 6 * embed_dim**2
