# wrong: the mask counted | family: mask | level: core
def n_params_causal(embed_dim: int, head_dim: int) -> int:
    return 4 * embed_dim * head_dim + embed_dim * embed_dim
