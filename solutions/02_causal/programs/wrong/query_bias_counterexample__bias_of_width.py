# wrong: a bias as wide as the tokens | family: shape | level: core
def query_bias_counterexample() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    return torch.eye(3), torch.ones(3, 2), torch.eye(3, 2), torch.tensor([1.0, 0.0, 0.0])
