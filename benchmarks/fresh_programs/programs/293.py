def weights_bytes(B: int, T: int, num_heads: int, bytes_per_element: int) -> int:
    # token t looks at t + 1 tokens
    numbers_per_head = T * (T + 1) // 2
    numbers = B * num_heads * numbers_per_head
    return numbers * bytes_per_element
