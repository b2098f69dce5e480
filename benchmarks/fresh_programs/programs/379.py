def gradient_descent(df, x0, learning_rate, steps):
    def walk(here):
        """One step downhill."""
        return here - df(here) * learning_rate

    path = [x0]
    while len(path) < steps:  # until all steps are there
        path.append(walk(path[-1]))
    return path
