def n_params_with_embedding(vocab_size, embed_dim, head_dim):
    embedding = vocab_size * embed_dim
    attention = 4 * embed_dim * head_dim
    unembedding = embed_dim * vocab_size
    return embedding + attention + unembedding
