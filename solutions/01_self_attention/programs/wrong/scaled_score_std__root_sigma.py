# wrong: the root of sigma | family: scale | level: core
def scaled_score_std(d_h: int, sigma: float) -> float:
    return sigma**0.5
