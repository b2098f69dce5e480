def n_params_single_head(embed_dim: int) -> int:
    weights = 3 * embed_dim * embed_dim
    biases = embed_dim
    return weights + biases
