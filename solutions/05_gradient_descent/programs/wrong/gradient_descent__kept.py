# wrong: goes on where the last call ended | family: state | level: core
PATH = []


def gradient_descent(df, x0, learning_rate, steps):
    if not PATH:
        PATH.append(x0)
    for _ in range(steps):
        PATH.append(PATH[-1] - learning_rate * df(PATH[-1]))
    return PATH[-steps - 1 :]
