# wrong: in units of 1e9 | family: formula | level: core
def attention_matmul_flops(T: int, d_model: int) -> int:
    return 4 * T**2 * d_model / 1e9
