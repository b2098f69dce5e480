# wrong: float32 numbers | family: dtype | level: robustness
def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    points = [torch.tensor(float(x0))]
    for _ in range(steps):
        points.append(points[-1] - learning_rate * df(points[-1]))
    return [point.item() for point in points]
