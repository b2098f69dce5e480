def n_params_single_head(embed_dim):
    weights = 3 * embed_dim * embed_dim
    biases = 3
    return weights + biases
