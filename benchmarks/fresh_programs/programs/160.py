def n_params_tiny_gpt(vocab_size: int, d_model: int, d_hidden: int, num_layers: int, max_tokens: int) -> int:
    embeddings = vocab_size * d_model + max_tokens * d_model
    norm = d_model
    attention = 4 * d_model**2
    feed_forward = 2 * d_model * d_hidden + d_hidden + d_model
    block = attention + feed_forward + 2 * norm
    return embeddings + num_layers * block + norm
