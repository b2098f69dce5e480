def scaled_score_std(d_h: int, sigma: float) -> float:
    variance = d_h * sigma ** 4
    # attention divides by the root of d_h ...
    variance_scaled = variance / math.sqrt(d_h)
    # ... and the standard deviation is the root of the variance
    return math.sqrt(variance_scaled)
