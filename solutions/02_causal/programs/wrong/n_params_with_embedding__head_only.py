# wrong: the table forgotten | family: formula | level: core
def n_params_with_embedding(vocab_size: int, embed_dim: int, head_dim: int) -> int:
    return 4 * embed_dim * head_dim
