def n_params_tiny_gpt(vocab_size, d_model, d_hidden, num_layers, max_tokens):
    total = vocab_size * d_model + max_tokens * d_model
    for _ in range(num_layers):
        total += n_params_block(d_model, d_hidden)
    total += 2 * d_model
    total += d_model * vocab_size  # lm head
    return total
