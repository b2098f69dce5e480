# wrong: the output projection counted | family: formula | level: core
def n_qkv_weights(embed_dim: int) -> int:
    return 4 * embed_dim**2
