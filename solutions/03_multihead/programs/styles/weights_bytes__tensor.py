# style: the size of a tensor on meta
import torch


def weights_bytes(B: int, T: int, num_heads: int, bytes_per_element: int) -> int:
    return torch.empty(B, num_heads, T, T, device="meta").numel() * bytes_per_element
