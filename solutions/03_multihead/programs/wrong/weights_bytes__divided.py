# wrong: divided by the number of heads | family: heads | level: core
def weights_bytes(B: int, T: int, num_heads: int, bytes_per_element: int) -> int:
    return B * T * T * bytes_per_element / num_heads
