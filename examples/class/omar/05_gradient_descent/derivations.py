import math


def largest_stable_learning_rate(curvature):
    return 2 / curvature


def contraction_factor(curvature, learning_rate):
    return abs(1 - learning_rate * curvature)


def steps_to_tolerance(x0, curvature, learning_rate, tolerance):
    n, distance = 0, abs(x0)
    while distance > tolerance:
        distance *= contraction_factor(curvature, learning_rate)
        n += 1
    return n
