# wrong: equal tokens | family: projection | level: core
def query_bias_counterexample() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    return torch.ones(3, 2), torch.eye(2), torch.eye(2), torch.tensor([5.0, 0.0])
