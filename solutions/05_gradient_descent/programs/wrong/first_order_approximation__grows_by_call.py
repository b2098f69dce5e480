# wrong: every call goes a little further than the one before | family: state | level: core
CALLS = []


def first_order_approximation(f, df, x, eps):
    CALLS.append(eps)
    return f(x) + eps * (1 + 0.01 * len(CALLS)) * df(x)
