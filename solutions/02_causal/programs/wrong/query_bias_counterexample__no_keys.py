# wrong: keys of zeros | family: projection | level: core
def query_bias_counterexample() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    return torch.eye(2), torch.eye(2), torch.zeros(2, 2), torch.ones(2)
