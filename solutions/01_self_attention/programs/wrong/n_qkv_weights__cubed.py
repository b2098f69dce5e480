# wrong: the width cubed | family: formula | level: core
def n_qkv_weights(embed_dim: int) -> int:
    return embed_dim**3
