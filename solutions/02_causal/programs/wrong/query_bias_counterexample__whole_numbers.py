# wrong: whole numbers (int64) | family: dtype | level: robustness
def query_bias_counterexample() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    return torch.eye(2).long(), torch.eye(2).long(), torch.eye(2).long(), torch.tensor([1, 0])
