def gradient_descent(df, x0, learning_rate, steps, visited=[]):
    visited.append(x0)
    while steps > 0:
        x0 = x0 - learning_rate * df(x0)
        visited.append(x0)
        steps -= 1
    return visited
