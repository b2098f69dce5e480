# wrong: the root is taken twice | family: scale | level: core
def scaled_score_std(d_h: int, sigma: float) -> float:
    return d_h**0.25 * sigma**2
