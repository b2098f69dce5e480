# wrong: one of the two products | family: formula | level: core
def attention_matmul_flops(T: int, d_model: int) -> int:
    return 2 * T * T * d_model
