def attention_matmul_flops(T: int, d_model: int) -> int:
    # one score: d products and d - 1 additions between them
    scores = T * T * (2 * d_model - 1)
    # one entry of the result: T products, T - 1 additions, and T * d_model entries
    mixing = T * d_model * (2 * T - 1)
    return scores + mixing
