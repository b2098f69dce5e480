# wrong: a numeric derivative in place of df | family: formula | level: core
def first_order_approximation(f, df, x, eps):
    h = 1e-6
    return f(x) + eps * (f(x + h) - f(x - h)) / (2 * h)
