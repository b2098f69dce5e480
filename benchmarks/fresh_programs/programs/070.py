def context_bounds(values):
    lower = values.min(dim=0)
    upper = values.max(dim=0)
    return lower, upper
