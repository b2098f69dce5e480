# wrong: weights as nn.Linear stores them | family: shape | level: core
def query_bias_counterexample() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    return torch.eye(2, 3), torch.ones(2, 3), torch.ones(2, 3), torch.tensor([1.0, 0.0])
