# wrong: counted in float32 | family: dtype | level: robustness
import torch


def n_params_multihead(d_model: int) -> int:
    return 4 * torch.tensor(float(d_model)) ** 2
