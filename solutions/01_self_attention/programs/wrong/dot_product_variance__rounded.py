# wrong: rounded to 6 decimals | family: formula | level: robustness
def dot_product_variance(d_h: int, sigma: float) -> float:
    return round(d_h * sigma**4, 6)
