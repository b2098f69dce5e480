# style: heads of width 1, in float64
def query_bias_counterexample() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    tokens = torch.tensor([[1.0], [2.0], [3.0]], dtype=torch.float64)
    one = torch.ones(1, 1, dtype=torch.float64)
    return tokens, one, one, torch.ones(1, dtype=torch.float64)
