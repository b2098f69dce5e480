# wrong: the sizes change places | family: formula | level: core
def attention_matmul_flops(T: int, d_model: int) -> int:
    return 4 * d_model**2 * T
