# wrong: the root of the width | family: scale | level: core
def dot_product_variance(d_h: int, sigma: float) -> float:
    return d_h**0.5 * sigma**4
