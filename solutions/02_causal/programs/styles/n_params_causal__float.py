# style: a float
def n_params_causal(embed_dim: int, head_dim: int) -> int:
    return 4.0 * embed_dim * head_dim
