# style: calls another exercise, which calls it back for a part, and comes to an end
def n_params_single_head(embed_dim: int, weights_only: bool = False) -> int:
    return 3 * embed_dim**2 if weights_only else n_qkv_weights(embed_dim) + 3 * embed_dim


def n_qkv_weights(embed_dim: int) -> int:
    return n_params_single_head(embed_dim, weights_only=True)
