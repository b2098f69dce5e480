# style: a float
def weights_bytes(B: int, T: int, num_heads: int, bytes_per_element: int) -> int:
    return float(bytes_per_element) * B * T**2 * num_heads
