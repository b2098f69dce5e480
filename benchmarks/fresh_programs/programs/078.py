def largest_stable_learning_rate(curvature):
    return 1.0 / curvature
