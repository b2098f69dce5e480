# wrong: the scaling counted | family: formula | level: core
def attention_matmul_flops(T: int, d_model: int) -> int:
    return 4 * T**2 * d_model + T**2
