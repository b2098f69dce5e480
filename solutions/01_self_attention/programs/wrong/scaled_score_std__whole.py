# wrong: rounded to a whole number | family: dtype | level: core
def scaled_score_std(d_h: int, sigma: float) -> float:
    return int(sigma**2)
