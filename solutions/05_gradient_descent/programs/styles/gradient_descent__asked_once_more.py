# style: asks the slope once more than needed
def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    points, slope = [x0], df(x0)
    for _ in range(steps):
        points.append(points[-1] - learning_rate * slope)
        slope = df(points[-1])
    return points
