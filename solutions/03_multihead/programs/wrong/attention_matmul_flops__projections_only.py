# wrong: the projections only | family: formula | level: core
def attention_matmul_flops(T: int, d_model: int) -> int:
    return 8 * T * d_model**2
