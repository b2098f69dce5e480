# wrong: arguments in another order | family: formula | level: core
def n_params_with_embedding(embed_dim: int, head_dim: int, vocab_size: int) -> int:
    return vocab_size * embed_dim + 4 * embed_dim * head_dim
