# wrong: seeds the generator | family: state | level: robustness
def query_bias_counterexample() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    torch.manual_seed(0)
    return torch.eye(2), torch.eye(2), torch.eye(2), torch.tensor([1.0, 0.0])
