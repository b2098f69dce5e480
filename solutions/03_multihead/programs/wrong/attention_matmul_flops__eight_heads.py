# wrong: the count of one head of eight | family: heads | level: core
def attention_matmul_flops(T: int, d_model: int) -> int:
    return 4 * T**2 * d_model / 8
