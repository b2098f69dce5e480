# wrong: the whole product squared | family: formula | level: core
def n_qkv_weights(embed_dim: int) -> int:
    return (3 * embed_dim) ** 2
