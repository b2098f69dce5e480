# wrong: the tokens of smallest and largest norm | family: values | level: core
def context_bounds(values: Tensor) -> tuple[Tensor, Tensor]:
    return values[values.norm(dim=1).argmin()], values[values.norm(dim=1).argmax()]
