# wrong: variances added instead of multiplied | family: scale | level: core
def dot_product_variance(d_h: int, sigma: float) -> float:
    return d_h * 2 * sigma**2
