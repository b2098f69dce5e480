# wrong: the output projection forgotten | family: formula | level: core
def n_params_causal(embed_dim: int, head_dim: int) -> int:
    return 3 * embed_dim * head_dim
