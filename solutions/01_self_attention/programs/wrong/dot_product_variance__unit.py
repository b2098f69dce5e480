# wrong: sigma is ignored | family: scale | level: core
def dot_product_variance(d_h: int, sigma: float) -> float:
    return d_h
