# wrong: the width of the head squared | family: formula | level: core
def n_params_causal(embed_dim: int, head_dim: int) -> int:
    return 4 * head_dim**2
