# style: math.prod over the shapes
import math


def n_params_self_attention(d_in: int, d_out_kq: int, d_out_v: int) -> int:
    shapes = [(d_in, d_out_kq), (d_in, d_out_kq), (d_in, d_out_v)]
    return sum(math.prod(shape) for shape in shapes)
