def attention_matmul_flops(T: int, d_model: int) -> int:
    scores = 2 * T * T * d_model  # (T, d) times (d, T)
    context = 2 * T * d_model * d_model  # weights times values
    return scores + context
