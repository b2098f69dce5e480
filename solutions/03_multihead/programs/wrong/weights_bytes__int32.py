# wrong: int32 that overflows | family: dtype | level: robustness
import torch


def weights_bytes(B, T, num_heads, bytes_per_element):
    return int(torch.tensor([B, num_heads, T, T, bytes_per_element], dtype=torch.int32).prod(dtype=torch.int32))
