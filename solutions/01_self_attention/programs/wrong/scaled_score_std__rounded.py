# wrong: rounded to 4 decimals | family: formula | level: robustness
def scaled_score_std(d_h: int, sigma: float) -> float:
    return round(sigma**2, 4)
