# wrong: always 4 bytes | family: dtype | level: core
def weights_bytes(B: int, T: int, num_heads: int, bytes_per_element: int) -> int:
    return B * num_heads * T * T * 4
