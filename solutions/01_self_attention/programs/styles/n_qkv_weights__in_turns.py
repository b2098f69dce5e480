# style: what another exercise counts, without its biases; that one asks back for one layer alone
def n_qkv_weights(embed_dim: int, layers: int = 3) -> int:
    return n_params_single_head(embed_dim) - 3 * embed_dim if layers == 3 else layers * embed_dim**2


def n_params_single_head(embed_dim: int) -> int:
    return 3 * (n_qkv_weights(embed_dim, layers=1) + embed_dim)
