# wrong: halved by the mask | family: mask | level: core
def attention_matmul_flops(T: int, d_model: int) -> int:
    return 2 * T * (T + 1) * d_model
