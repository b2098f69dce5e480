# wrong: 1, as for sigma = 1 | family: scale | level: core
def scaled_score_std(d_h: int, sigma: float) -> float:
    return 1.0
