# style: factored out
def n_params_with_embedding(vocab_size: int, embed_dim: int, head_dim: int) -> int:
    return embed_dim * (vocab_size + 4 * head_dim)
