# wrong: heads squared | family: heads | level: core
def weights_bytes(B: int, T: int, num_heads: int, bytes_per_element: int) -> int:
    return B * num_heads**2 * T * T * bytes_per_element
