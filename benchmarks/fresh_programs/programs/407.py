def attention_matmul_flops(T: int, d_model: int) -> int:
    def matmul_cost(rows, inner, columns):
        # rows * columns results, each of them a dot product of length inner
        return rows * columns * inner

    # all heads side by side are as wide as d_model
    q_times_k = matmul_cost(T, d_model, T)
    weights_times_v = matmul_cost(T, T, d_model)
    return q_times_k + weights_times_v
