# style: itertools.count
import itertools


def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    distance = abs(x0)
    for n in itertools.count():
        if distance <= tolerance:
            return n
        distance *= abs(1 - learning_rate * curvature)
    return -1
