# wrong: another name | family: formula | level: robustness
def largest_stable_learning_rate(k: float) -> float:
    return 2 / k
