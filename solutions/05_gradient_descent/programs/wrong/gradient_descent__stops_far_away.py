# wrong: stops where the path runs far away | family: training | level: core
def gradient_descent(df, x0, learning_rate, steps):
    path = [x0]
    for _ in range(steps):
        if abs(df(path[-1])) > 1e6:
            break
        path.append(path[-1] - learning_rate * df(path[-1]))
    return path
