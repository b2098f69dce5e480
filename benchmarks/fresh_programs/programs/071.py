def first_order_approximation(f, df, x, eps):
    slope = (f(x + eps) - f(x)) / eps
    return f(x) + eps * slope
