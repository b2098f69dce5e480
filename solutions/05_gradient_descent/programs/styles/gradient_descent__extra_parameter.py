# style: a further parameter with a default
def gradient_descent(df, x0, learning_rate=0.1, steps=10, momentum=0.0):
    points, speed = [x0], 0.0
    for _ in range(steps):
        speed = momentum * speed - learning_rate * df(points[-1])
        points.append(points[-1] + speed)
    return points
