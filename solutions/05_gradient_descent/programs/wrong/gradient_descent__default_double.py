# wrong: makes float64 the default of torch | family: state | level: robustness
import torch


def gradient_descent(df, x0, learning_rate, steps):
    torch.set_default_dtype(torch.float64)
    points = [x0]
    for _ in range(steps):
        points.append(points[-1] - learning_rate * df(points[-1]))
    return points
