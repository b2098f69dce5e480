# wrong: rounded to a whole number | family: dtype | level: core
def dot_product_variance(d_h: int, sigma: float) -> float:
    return int(d_h * sigma**4)
