def context_bounds(values):
    smallest = values.min(dim=0)
    largest = values.max(dim=0)
    return smallest, largest
