# wrong: random numbers | family: state | level: robustness
def query_bias_counterexample() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    return torch.randn(4, 3), torch.randn(3, 5), torch.randn(3, 5), torch.randn(5)
