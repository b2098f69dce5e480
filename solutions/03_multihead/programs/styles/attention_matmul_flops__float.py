# style: a float power
def attention_matmul_flops(T: int, d_model: int) -> int:
    return 4 * d_model * T**2.0
