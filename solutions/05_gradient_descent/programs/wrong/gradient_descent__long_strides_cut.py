# wrong: strides longer than 100 are cut | family: training | level: core
def gradient_descent(df, x0, learning_rate, steps):
    path = [x0]
    for _ in range(steps):
        step = learning_rate * df(path[-1])
        step = max(-100.0, min(100.0, step))
        path.append(path[-1] - step)
    return path
