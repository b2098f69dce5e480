# wrong: a bias that is too small | family: scale | level: core
def query_bias_counterexample() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    return torch.eye(2), torch.eye(2), torch.eye(2), torch.tensor([1e-4, 0.0])
