# wrong: one addition less per sum | family: formula | level: core
def attention_matmul_flops(T: int, d_model: int) -> int:
    return T * T * (2 * d_model - 1) + T * d_model * (2 * T - 1)
