def n_params_tiny_gpt(vocab_size: int, d_model: int, d_hidden: int, num_layers: int, max_tokens: int) -> int:
    tables = (vocab_size + max_tokens) * d_model
    attention = 4 * d_model * d_model
    two_norms = 4 * d_model
    feed_forward = 2 * d_model * d_hidden + d_hidden + d_model
    block = attention + two_norms + feed_forward
    return tables + num_layers * block
