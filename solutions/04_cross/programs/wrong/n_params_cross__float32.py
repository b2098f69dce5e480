# wrong: counted in float32 | family: dtype | level: robustness
import torch


def n_params_cross(d_in: int, d_out_kq: int, d_out_v: int) -> int:
    return torch.tensor(float(d_in)) * torch.tensor(float(2 * d_out_kq + d_out_v))
