# wrong: lists of numbers | family: shape | level: core
def query_bias_counterexample() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    return [[1.0, 0.0], [0.0, 1.0]], [[1.0, 0.0], [0.0, 1.0]], [[1.0, 0.0], [0.0, 1.0]], [1.0, 0.0]
