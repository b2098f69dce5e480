# wrong: slopes are kept by point, whatever the derivative | family: state | level: core
SLOPES = {}


def gradient_descent(df, x0, learning_rate, steps):
    points = [x0]
    for _ in range(steps):
        here = points[-1]
        if here not in SLOPES:
            SLOPES[here] = df(here)
        points.append(here - learning_rate * SLOPES[here])
    return points
