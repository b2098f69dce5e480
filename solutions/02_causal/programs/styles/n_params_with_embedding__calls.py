# style: calls the exercise before it
def n_params_with_embedding(vocab_size: int, embed_dim: int, head_dim: int) -> int:
    return n_params_causal(embed_dim, head_dim) + embed_dim * vocab_size
