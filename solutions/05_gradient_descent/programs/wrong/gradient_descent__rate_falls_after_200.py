# wrong: the learning rate is halved after 200 steps | family: training | level: robustness
def gradient_descent(df, x0, learning_rate, steps):
    points = [x0]
    for step in range(steps):
        points.append(points[-1] - learning_rate * (1.0 if step < 200 else 0.5) * df(points[-1]))
    return points
