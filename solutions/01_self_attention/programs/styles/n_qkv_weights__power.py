# style: a float power
def n_qkv_weights(embed_dim: int) -> int:
    return 3 * embed_dim**2.0
