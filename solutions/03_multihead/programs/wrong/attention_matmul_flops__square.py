# wrong: T and d_model both squared | family: formula | level: core
def attention_matmul_flops(T: int, d_model: int) -> int:
    return 4 * T**2 * d_model**2
