def dot_product_variance(d_h: int, sigma: float) -> float:
    """Variance of q · k for independent entries with mean 0 and variance sigma**2."""
    var_q = sigma**2
    var_k = sigma**2
    # the d_h products are independent, so their variances add up
    var_of_one_product = var_q + var_k
    return d_h * var_of_one_product
