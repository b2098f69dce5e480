# wrong: an infinite bias | family: stability | level: core
def query_bias_counterexample() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    return torch.eye(2), torch.eye(2), torch.eye(2), torch.tensor([float("inf"), 0.0])
