# style: the smallest is the largest of the negatives
def context_bounds(values: Tensor) -> tuple[Tensor, Tensor]:
    return -(-values).amax(dim=0), values.amax(dim=0)
