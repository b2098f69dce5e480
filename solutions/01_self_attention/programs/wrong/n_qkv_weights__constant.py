# wrong: right for 12,288 only | family: formula | level: core
def n_qkv_weights(embed_dim: int) -> int:
    return 452_984_832
