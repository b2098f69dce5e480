# wrong: the tutorial's count at every size | family: formula | level: core
def n_params_causal(embed_dim: int, head_dim: int) -> int:
    return 64
