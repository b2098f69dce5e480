# wrong: gives up after 100,000 steps | family: formula | level: robustness
def steps_to_tolerance(x0, curvature, learning_rate, tolerance):
    x, n = x0, 0
    while abs(x) > tolerance and n < 100_000:
        x -= learning_rate * curvature * x
        n += 1
    return n
