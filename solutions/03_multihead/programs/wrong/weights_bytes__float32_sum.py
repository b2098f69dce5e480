# wrong: counted in float32 | family: dtype | level: robustness
import torch


def weights_bytes(B: int, T: int, num_heads: int, bytes_per_element: int) -> int:
    return torch.tensor([float(B), float(num_heads), float(T), float(T), float(bytes_per_element)]).prod()
