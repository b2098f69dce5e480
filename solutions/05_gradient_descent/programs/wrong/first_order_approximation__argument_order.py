# wrong: x and eps change places | family: formula | level: core
def first_order_approximation(f, df, eps, x):
    return f(x) + eps * df(x)
