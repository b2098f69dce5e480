# wrong: the bias comes before the matrices | family: shape | level: core
def query_bias_counterexample() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    return torch.eye(2), torch.tensor([1.0, 0.0]), torch.eye(2), torch.eye(2)
