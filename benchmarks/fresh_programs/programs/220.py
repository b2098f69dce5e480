def attention_matmul_flops(T: int, d_model: int) -> int:
    scores = 2 * d_model * T**2  # Q K^T
    mixing = d_model * T**2  # weights times V
    return scores + mixing
