# style: float64 tensors with no dimensions
def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    x = torch.tensor(float(x0), dtype=torch.float64)
    points = [x.clone()]
    for _ in range(steps):
        x = x - learning_rate * df(x)
        points.append(x)
    return points
