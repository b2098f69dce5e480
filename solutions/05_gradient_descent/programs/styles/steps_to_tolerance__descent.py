# style: points of gradient descent
def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    points = [x0]
    while not -tolerance <= points[-1] <= tolerance:
        slope = curvature * points[-1]
        points.append(points[-1] - learning_rate * slope)
    return len(points) - 1
