def steps_to_tolerance(x0, curvature, learning_rate, tolerance):
    distance = abs(x0)
    if distance <= tolerance:
        return 0
    q = 1 - learning_rate * curvature  # x_{n+1} = q * x_n
    if q <= 0:
        return 1  # the step reaches the minimum or goes past it
    n = math.log(distance / tolerance) / -math.log(q)
    return math.ceil(n)
