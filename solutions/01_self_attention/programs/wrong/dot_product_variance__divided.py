# wrong: divided by the width | family: scale | level: core
def dot_product_variance(d_h: int, sigma: float) -> float:
    return sigma**4 / d_h
