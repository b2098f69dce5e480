# wrong: times 8 heads | family: heads | level: core
def n_params_multihead(d_model: int) -> int:
    return 8 * 4 * d_model * (d_model // 8)
