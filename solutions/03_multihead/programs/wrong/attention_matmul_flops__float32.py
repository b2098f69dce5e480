# wrong: float32 | family: dtype | level: robustness
import torch


def attention_matmul_flops(T: int, d_model: int) -> int:
    return torch.tensor(4.0) * T * T * d_model
