def gradient_descent(df, x0, learning_rate, steps, visited=[]):
    """Recursive version: note the point, take one step, go on with one step less."""
    visited.append(x0)
    if steps == 0:
        return visited
    x1 = x0 - learning_rate * df(x0)
    return gradient_descent(df, x1, learning_rate, steps - 1, visited)
