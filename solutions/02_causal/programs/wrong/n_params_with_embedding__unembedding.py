# wrong: an unembedding counted too | family: formula | level: core
def n_params_with_embedding(vocab_size: int, embed_dim: int, head_dim: int) -> int:
    return 2 * vocab_size * embed_dim + 4 * embed_dim * head_dim
