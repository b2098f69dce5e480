# wrong: int32 that overflows | family: dtype | level: robustness
import torch


def n_params_multihead(d_model):
    return int(torch.tensor([4, d_model, d_model], dtype=torch.int32).prod(dtype=torch.int32))
