# wrong: sigma to the third power | family: scale | level: core
def dot_product_variance(d_h: int, sigma: float) -> float:
    return d_h * sigma**3
