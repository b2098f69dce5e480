# wrong: the variance, not the standard deviation | family: scale | level: core
def scaled_score_std(d_h: int, sigma: float) -> float:
    return sigma**4
