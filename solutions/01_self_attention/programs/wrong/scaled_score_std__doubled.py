# wrong: twice sigma | family: scale | level: core
def scaled_score_std(d_h: int, sigma: float) -> float:
    return 2 * sigma
