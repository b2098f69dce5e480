# wrong: key and value at half the width | family: formula | level: core
def n_qkv_weights(embed_dim: int) -> int:
    return embed_dim**2 * 2
