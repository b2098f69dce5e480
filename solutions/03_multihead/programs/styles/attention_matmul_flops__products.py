# style: product by product
def attention_matmul_flops(T: int, d_model: int) -> int:
    scores = 2 * T * d_model * T
    contexts = 2 * T * T * d_model
    return scores + contexts
