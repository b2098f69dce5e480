# wrong: T is not squared | family: formula | level: core
def attention_matmul_flops(T: int, d_model: int) -> int:
    return 4 * T * d_model
