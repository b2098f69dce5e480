# wrong: makes float64 the default of torch | family: state | level: robustness
import torch


def first_order_approximation(f, df, x, eps):
    torch.set_default_dtype(torch.float64)
    return f(x) + eps * df(x)
