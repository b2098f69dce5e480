# wrong: the path from a start is kept, whatever the derivative | family: state | level: core
PATHS = {}


def gradient_descent(df, x0, learning_rate, steps):
    key = (x0, learning_rate, steps)
    if key not in PATHS:
        points = [x0]
        for _ in range(steps):
            points.append(points[-1] - learning_rate * df(points[-1]))
        PATHS[key] = points
    return PATHS[key]
