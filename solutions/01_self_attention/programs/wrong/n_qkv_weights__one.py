# wrong: one projection only | family: formula | level: core
def n_qkv_weights(embed_dim: int) -> int:
    return embed_dim**2
