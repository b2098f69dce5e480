# wrong: the scaling is forgotten | family: scale | level: core
def scaled_score_std(d_h: int, sigma: float) -> float:
    return d_h**0.5 * sigma**2
