# style: variances multiplied and added
def dot_product_variance(d_h: int, sigma: float) -> float:
    return sum((sigma * sigma) * (sigma * sigma) for _ in range(d_h))
