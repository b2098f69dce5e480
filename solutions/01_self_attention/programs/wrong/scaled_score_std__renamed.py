# wrong: arguments with names of their own | family: formula | level: robustness
def scaled_score_std(width: int, spread: float) -> float:
    return spread**2
