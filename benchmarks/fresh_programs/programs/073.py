def gradient_descent(df, x0, learning_rate, steps):
    path = [x0]
    current = x0
    for step in range(steps):
        g = df(current)
        if abs(g) < 1e-3:
            break
        current = current + learning_rate * g
        path.append(current)
    return path
