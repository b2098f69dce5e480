# wrong: one product, and one operation for each of its steps | family: formula | level: core
def attention_matmul_flops(T: int, d_model: int) -> int:
    return T**2 * d_model
