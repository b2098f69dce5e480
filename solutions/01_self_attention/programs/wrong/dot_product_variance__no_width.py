# wrong: the variance after scaling | family: scale | level: core
def dot_product_variance(d_h: int, sigma: float) -> float:
    return sigma**4
