# wrong: names of its own | family: formula | level: robustness
def contraction_factor(k: float, lr: float) -> float:
    return abs(1 - lr * k)
