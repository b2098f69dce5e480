# wrong: saturated with and without | family: scale | level: core
def query_bias_counterexample() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    return 100 * torch.eye(2), torch.eye(2), torch.eye(2), torch.tensor([1.0, 0.0])
