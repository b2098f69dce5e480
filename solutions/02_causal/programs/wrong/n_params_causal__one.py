# wrong: one matrix only | family: formula | level: core
def n_params_causal(embed_dim: int, head_dim: int) -> int:
    return embed_dim * head_dim
