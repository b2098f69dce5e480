def split_heads(x: Tensor, num_heads: int) -> Tensor:
    batch_size, n_tokens, width = x.shape
    d_head = width // num_heads
    # cut the last axis in two, then bring the heads to the front
    x = x.reshape(batch_size, n_tokens, d_head, num_heads)
    return x.permute(0, 3, 1, 2)
