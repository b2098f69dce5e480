def gradient_descent(df, x0, learning_rate, steps, path=[]):
    path.append(x0)
    if steps == 0:
        return path
    x_next = x0 - learning_rate * df(x0)
    return gradient_descent(df, x_next, learning_rate, steps - 1, path)
