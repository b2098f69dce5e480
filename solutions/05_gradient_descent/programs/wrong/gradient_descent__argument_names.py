# wrong: other argument names | family: state | level: robustness
def gradient_descent(grad, x, lr, n_steps):
    points = [x]
    for _ in range(n_steps):
        points.append(points[-1] - lr * grad(points[-1]))
    return points
