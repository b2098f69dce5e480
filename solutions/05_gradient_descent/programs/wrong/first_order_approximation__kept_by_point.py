# wrong: the result at a point is kept, whatever the function | family: state | level: core
KNOWN = {}


def first_order_approximation(f, df, x, eps):
    if (x, eps) not in KNOWN:
        KNOWN[x, eps] = f(x) + eps * df(x)
    return KNOWN[x, eps]
