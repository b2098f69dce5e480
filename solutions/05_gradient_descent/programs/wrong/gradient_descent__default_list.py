# wrong: the list is made once | family: state | level: core
def gradient_descent(df, x0, learning_rate, steps, points=[]):
    points.append(x0)
    for _ in range(steps):
        points.append(points[-1] - learning_rate * df(points[-1]))
    return points
