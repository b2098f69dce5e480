# wrong: multiplied by 2 once too often | family: formula | level: core
def attention_matmul_flops(T: int, d_model: int) -> int:
    return 8 * T**2 * d_model
