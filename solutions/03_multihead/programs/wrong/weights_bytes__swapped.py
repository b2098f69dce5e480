# wrong: arguments in another order | family: formula | level: core
def weights_bytes(B: int, num_heads: int, T: int, bytes_per_element: int) -> int:
    return B * num_heads * T * T * bytes_per_element
