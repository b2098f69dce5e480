# wrong: names of its own | family: formula | level: robustness
def steps_to_tolerance(start: float, c: float, lr: float, tol: float) -> int:
    steps = 0
    while abs(start) > tol:
        start, steps = start - lr * c * start, steps + 1
    return steps
