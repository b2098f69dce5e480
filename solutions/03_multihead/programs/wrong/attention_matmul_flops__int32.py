# wrong: int32 that overflows | family: dtype | level: robustness
import torch


def attention_matmul_flops(T: int, d_model: int) -> int:
    return int(torch.tensor(4 * T, dtype=torch.int32) * torch.tensor(T * d_model, dtype=torch.int32))
