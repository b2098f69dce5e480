# wrong: another name | family: formula | level: robustness
def context_bounds(v: Tensor) -> tuple[Tensor, Tensor]:
    return v.amin(0), v.amax(0)
