# wrong: kept away from 0 | family: stability | level: robustness
def contraction_factor(curvature: float, learning_rate: float) -> float:
    return max(1e-3, abs(1 - learning_rate * curvature))
