# wrong: the slope at a point is kept, whatever the function | family: state | level: core
SLOPES = {}


def first_order_approximation(f, df, x, eps):
    return f(x) + eps * SLOPES.setdefault(x, df(x))
