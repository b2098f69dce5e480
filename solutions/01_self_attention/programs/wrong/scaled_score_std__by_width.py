# wrong: the variance over the width | family: scale | level: core
def scaled_score_std(d_h: int, sigma: float) -> float:
    return sigma**2 / d_h
