# wrong: other argument names | family: state | level: robustness
def first_order_approximation(f, df, x0, h):
    return f(x0) + h * df(x0)
