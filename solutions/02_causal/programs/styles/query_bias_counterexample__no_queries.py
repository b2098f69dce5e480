# style: queries that are nothing but the bias
def query_bias_counterexample() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    return [torch.eye(2), torch.zeros(2, 2), torch.eye(2), torch.tensor([3.0, 0.0])]
