# wrong: a number of heads must be given | family: heads | level: core
def attention_matmul_flops(T: int, d_model: int, num_heads: int) -> int:
    return num_heads * 4 * T**2 * (d_model // num_heads)
