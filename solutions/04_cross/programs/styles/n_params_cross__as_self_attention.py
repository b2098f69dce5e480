# style: a helper with the count of self-attention, and a further argument
def self_attention_count(d_in: int, d_out_kq: int, d_out_v: int) -> int:
    return d_in * (2 * d_out_kq + d_out_v)


def n_params_cross(d_in: int, d_out_kq: int, d_out_v: int, bias: bool = False) -> int:
    return self_attention_count(d_in, d_out_kq, d_out_v) + (2 * d_out_kq + d_out_v if bias else 0)
