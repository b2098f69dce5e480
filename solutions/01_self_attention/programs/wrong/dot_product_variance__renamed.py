# wrong: arguments with names of their own | family: formula | level: robustness
def dot_product_variance(n: int, s: float) -> float:
    return n * s**4
