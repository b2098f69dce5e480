# wrong: a square head | family: formula | level: core
def n_params_with_embedding(vocab_size: int, embed_dim: int, head_dim: int) -> int:
    return vocab_size * embed_dim + 4 * embed_dim**2
