# wrong: names of its own | family: formula | level: robustness
def attention_matmul_flops(n: int, d: int) -> int:
    return 4 * n * n * d
