# wrong: counted in float32 | family: dtype | level: robustness
import torch


def n_params_wrapper(d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> int:
    return torch.tensor([float(num_heads), float(d_in), float(2 * d_out_kq + d_out_v)]).prod()
