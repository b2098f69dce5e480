# wrong: variance of the squares of normal entries | family: scale | level: core
def dot_product_variance(d_h: int, sigma: float) -> float:
    return 2 * d_h * sigma**4
