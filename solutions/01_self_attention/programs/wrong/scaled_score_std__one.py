# wrong: 1, whatever sigma is | family: scale | level: core
def scaled_score_std(d_h: int, sigma: float) -> float:
    return 1.0
