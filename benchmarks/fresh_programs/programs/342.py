def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    x = x0
    visited_points = [x]
    step_number = 0
    while step_number < steps:
        x = x - learning_rate * df(x0)
        visited_points.append(x)
        step_number += 1
    return visited_points
