# wrong: the learning rate falls from call to call | family: state | level: core
CALLS = []


def gradient_descent(df, x0, learning_rate, steps):
    CALLS.append(steps)
    points = [x0]
    for _ in range(steps):
        points.append(points[-1] - learning_rate * 0.99 ** len(CALLS) * df(points[-1]))
    return points
