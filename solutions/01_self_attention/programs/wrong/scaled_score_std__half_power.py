# wrong: ** 1 / 2 is half, no root | family: scale | level: core
def scaled_score_std(d_h: int, sigma: float) -> float:
    return (d_h * sigma**4 / d_h) ** 1 / 2
