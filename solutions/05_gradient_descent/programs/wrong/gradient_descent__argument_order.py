# wrong: steps and learning rate change places | family: training | level: core
def gradient_descent(df, x0, steps, learning_rate):
    points = [x0]
    for _ in range(int(steps)):
        points.append(points[-1] - learning_rate * df(points[-1]))
    return points
