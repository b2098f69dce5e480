# wrong: all matrices counted as square | family: formula | level: core
def n_params_causal(embed_dim: int, head_dim: int) -> int:
    return 4 * embed_dim**2
