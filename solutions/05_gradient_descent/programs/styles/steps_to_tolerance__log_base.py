# style: logarithm to the base of the factor
import math


def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    distance, factor = abs(x0), contraction_factor(curvature, learning_rate)
    if distance <= tolerance:
        return 0
    return 1 if factor == 0 else max(1, math.ceil(math.log(distance / tolerance, 1 / factor)))
