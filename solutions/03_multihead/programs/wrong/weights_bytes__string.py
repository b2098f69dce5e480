# wrong: a text with a unit | family: dtype | level: core
def weights_bytes(B: int, T: int, num_heads: int, bytes_per_element: int) -> int:
    return f"{B * num_heads * T * T * bytes_per_element} bytes"
