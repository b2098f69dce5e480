def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    def height(x):
        return curvature / 2 * x**2

    position, count = x0, 0
    while height(position) > tolerance:
        position -= learning_rate * curvature * position
        count += 1
    return count
