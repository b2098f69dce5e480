# wrong: a bias along which all keys agree | family: projection | level: core
def query_bias_counterexample() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    return torch.eye(2), torch.eye(2), torch.eye(2), torch.ones(2)
