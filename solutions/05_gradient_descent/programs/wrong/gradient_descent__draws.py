# wrong: draws a number | family: state | level: robustness
def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    torch.rand(1)
    path = [x0]
    for _ in range(steps):
        path.append(path[-1] - learning_rate * df(path[-1]))
    return path
