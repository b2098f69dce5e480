# wrong: a multiply and an add counted as one | family: formula | level: core
def attention_matmul_flops(T: int, d_model: int) -> int:
    return 2 * T**2 * d_model // 2 * 2
