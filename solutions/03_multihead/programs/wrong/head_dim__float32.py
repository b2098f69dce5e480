# wrong: float32 | family: dtype | level: robustness
import torch


def head_dim(d_model: int, num_heads: int) -> int:
    return torch.tensor(float(d_model)) / num_heads
