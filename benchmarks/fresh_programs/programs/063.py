def attention_matmul_flops(T, d_model):
    multiplications = T * T * d_model
    additions = T * T * d_model
    return multiplications + additions
