def n_params_with_embedding(vocab_size: int, embed_dim: int, head_dim: int) -> int:
    table = vocab_size * embed_dim
    qkv = 3 * embed_dim * head_dim
    out = head_dim * head_dim
    return table + qkv + out
