# wrong: a bias on the output projection | family: formula | level: core
def n_params_causal(embed_dim: int, head_dim: int) -> int:
    return 4 * embed_dim * head_dim + embed_dim
