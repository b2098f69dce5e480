# wrong: int32 that overflows | family: dtype | level: robustness
import torch


def n_params_wrapper(d_in, d_out_kq, d_out_v, num_heads):
    return int(torch.tensor([d_in * num_heads, 2 * d_out_kq + d_out_v], dtype=torch.int32).prod(dtype=torch.int32))
