def gradient_descent(df, x0, learning_rate, steps, visited=[]):
    visited.append(x0)
    if steps == 0:
        return list(visited)
    x_next = x0 - learning_rate * df(x0)
    return gradient_descent(df, x_next, learning_rate, steps - 1, visited)
