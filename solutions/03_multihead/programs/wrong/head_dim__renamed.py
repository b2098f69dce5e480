# wrong: names of its own | family: formula | level: robustness
def head_dim(width: int, heads: int) -> int:
    return width // heads
