# wrong: weights and biases apart | family: shape | level: core
def n_params_single_head(embed_dim: int) -> int:
    return (3 * embed_dim**2, 3 * embed_dim)
