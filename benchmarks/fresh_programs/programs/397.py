def scaled_score_std(d_h: int, sigma: float) -> float:
    variance = dot_product_variance(d_h, sigma)
    # attention divides by sqrt(d_h)
    scaled_variance = variance / math.sqrt(d_h)
    # std is the root of the variance
    return scaled_variance**0.5
