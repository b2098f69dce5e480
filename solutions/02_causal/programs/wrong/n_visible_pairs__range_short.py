# wrong: a range that ends too early | family: mask | level: core
def n_visible_pairs(T: int) -> int:
    return sum(range(T))
