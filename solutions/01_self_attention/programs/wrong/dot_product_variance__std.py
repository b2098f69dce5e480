# wrong: the standard deviation | family: scale | level: core
def dot_product_variance(d_h: int, sigma: float) -> float:
    return d_h**0.5 * sigma**2
