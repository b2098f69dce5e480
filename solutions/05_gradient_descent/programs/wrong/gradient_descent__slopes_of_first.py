# wrong: keeps the derivative of the first call | family: state | level: core
KEPT = []


def gradient_descent(df, x0, learning_rate, steps):
    KEPT.append(df)
    points = [x0]
    for _ in range(steps):
        points.append(points[-1] - learning_rate * KEPT[0](points[-1]))
    return points
