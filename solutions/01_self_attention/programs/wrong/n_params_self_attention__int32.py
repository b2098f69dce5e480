# wrong: counted in int32 | family: dtype | level: robustness
import torch


def n_params_self_attention(d_in: int, d_out_kq: int, d_out_v: int) -> int:
    d_in = torch.tensor(d_in, dtype=torch.int32)
    return int(d_in * (2 * d_out_kq + d_out_v))
