def n_params_tiny_gpt(vocab_size: int, d_model: int, d_hidden: int, num_layers: int, max_tokens: int) -> int:
    counts = {
        "tokens": vocab_size * d_model,
        "positions": max_tokens * d_model,
        "blocks": sum(n_params_block(d_model, d_hidden) for _ in range(num_layers)),
        "last norm": d_model + d_model,
        "logits": d_model * vocab_size,
    }
    return sum(counts.values())
