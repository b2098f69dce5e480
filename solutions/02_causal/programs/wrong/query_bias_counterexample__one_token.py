# wrong: one token only | family: shape | level: core
def query_bias_counterexample() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    return torch.ones(1, 2), torch.eye(2), torch.eye(2), torch.ones(2)
