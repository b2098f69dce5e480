# wrong: lists of numbers | family: shape | level: core
def saturating_queries_keys() -> tuple[Tensor, Tensor]:
    return [[1.0] * 64] * 2, [[0.125] * 64, [0.0] * 64]
