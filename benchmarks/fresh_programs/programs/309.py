def n_params_tiny_gpt(vocab_size: int, d_model: int, d_hidden: int, num_layers: int, max_tokens: int) -> int:
    """Add up what every part of TinyGPT learns."""
    parts = {
        "tokens": vocab_size * d_model,
        "positions": max_tokens * d_model,
        "blocks": n_params_block(d_model, d_hidden) * num_layers,
        "last norm": d_model,
        "output": 0,  # the token table once more, nothing new
    }
    return sum(parts.values())
