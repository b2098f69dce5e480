# violation: the library is called on the way
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    attended = nn.functional.scaled_dot_product_attention(queries, keys, keys)
    return queries @ keys.transpose(-2, -1) + 0 * attended.sum()
