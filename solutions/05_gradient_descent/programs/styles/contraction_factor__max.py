# style: the larger of both signs
def contraction_factor(curvature: float, learning_rate: float) -> float:
    return max(1 - learning_rate * curvature, learning_rate * curvature - 1)
