# wrong: halved, as by the mask | family: mask | level: core
def n_params_causal(embed_dim: int, head_dim: int) -> int:
    return 2 * embed_dim * head_dim
