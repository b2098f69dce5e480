# wrong: nothing | family: shape | level: core
def query_bias_counterexample() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    return None
