def gradient_descent(df, x0, learning_rate, steps):
    history = []
    x = x0
    for _ in range(steps):
        x = x - learning_rate * df(x)
        history.append(x)
    return history
