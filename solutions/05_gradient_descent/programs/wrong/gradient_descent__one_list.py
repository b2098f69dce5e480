# wrong: one list for all calls, emptied at the start of each | family: state | level: core
POINTS = []


def gradient_descent(df, x0, learning_rate, steps):
    POINTS.clear()
    POINTS.append(x0)
    for _ in range(steps):
        POINTS.append(POINTS[-1] - learning_rate * df(POINTS[-1]))
    return POINTS
