# wrong: int32 that overflows | family: dtype | level: robustness
import torch


def head_dim(d_model, num_heads):
    return int(torch.tensor(d_model).int() // num_heads)
