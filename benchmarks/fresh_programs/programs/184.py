def attention_matmul_flops(T: int, d_model: int) -> int:
    def product(n: int, m: int, p: int) -> int:
        """(n, m) times (m, p)."""
        return n * p * (2 * m - 1)

    return product(T, d_model, T) + product(T, T, d_model)
