# style: a sum over the matrices
def n_params_causal(embed_dim: int, head_dim: int) -> int:
    return sum(rows * columns for rows, columns in [(embed_dim, head_dim)] * 3 + [(head_dim, embed_dim)])
