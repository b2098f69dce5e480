# wrong: a bias at right angles to all keys | family: projection | level: core
def query_bias_counterexample() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    return torch.eye(2, 3), torch.eye(3), torch.eye(3), torch.tensor([0.0, 0.0, 7.0])
