def contraction_factor(curvature: float, learning_rate: float) -> float:
    # x_new = x - lr * c * x, compare the heights f(x_new) and f(x) for any x, say 1
    x = 1.0
    x_new = x - learning_rate * curvature * x
    before = curvature / 2 * x**2
    after = curvature / 2 * x_new**2
    return after / before
