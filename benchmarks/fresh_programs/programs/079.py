def contraction_factor(curvature, learning_rate):
    x = 1.0
    x_next = x - learning_rate * curvature * x
    return x_next / x
