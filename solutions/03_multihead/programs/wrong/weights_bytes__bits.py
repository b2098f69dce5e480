# wrong: bits instead of bytes | family: formula | level: core
def weights_bytes(B: int, T: int, num_heads: int, bytes_per_element: int) -> int:
    return 8 * B * num_heads * T * T * bytes_per_element
