# wrong: the mean between the two bounds | family: shape | level: core
def context_bounds(values):
    return values.amin(dim=0), values.mean(dim=0), values.amax(dim=0)
