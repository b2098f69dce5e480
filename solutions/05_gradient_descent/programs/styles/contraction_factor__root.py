# style: the root of the square
def contraction_factor(curvature: float, learning_rate: float) -> float:
    return ((1 - learning_rate * curvature) ** 2) ** 0.5
