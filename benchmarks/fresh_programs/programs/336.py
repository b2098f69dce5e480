def attention_matmul_flops(T: int, d_model: int) -> int:
    # every entry of Q K^T is a dot product of width d_h, over all heads that makes d_model
    flops_scores = T * T * d_model
    # weights @ V : (T x T) times (T x d_model)
    flops_context = T * T * d_model
    return flops_scores + flops_context
