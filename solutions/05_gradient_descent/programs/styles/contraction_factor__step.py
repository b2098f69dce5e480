# style: one step from 1
def contraction_factor(curvature: float, learning_rate: float) -> float:
    x = 1.0
    x_next = x - learning_rate * curvature * x
    return abs(x_next / x)
