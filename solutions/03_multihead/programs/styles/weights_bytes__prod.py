# style: math.prod
import math


def weights_bytes(B: int, T: int, num_heads: int, bytes_per_element: int) -> int:
    return math.prod((B, num_heads, T, T)) * bytes_per_element
