# wrong: one of 8 heads | family: heads | level: core
def attention_matmul_flops(T: int, d_model: int) -> int:
    return 4 * T**2 * d_model / 8
