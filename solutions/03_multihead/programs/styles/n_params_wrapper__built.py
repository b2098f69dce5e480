# style: the wrapper, built on meta
import torch
from torch import nn


def n_params_wrapper(d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> int:
    with torch.device("meta"):
        shapes = [(d_in, d_out_kq), (d_in, d_out_kq), (d_in, d_out_v)] * num_heads
        parameters = nn.ParameterList(torch.empty(shape) for shape in shapes)
    return sum(parameter.numel() for parameter in parameters)
