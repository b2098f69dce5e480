# style: unequal sizes
def query_bias_counterexample() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    x = torch.arange(12.0).reshape(4, 3) / 6 - 1
    W_Q = torch.tensor([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
    W_K = torch.tensor([[0.5, 0.0], [0.0, -0.5], [0.0, 0.0]])
    return x, W_Q, W_K, torch.tensor([2.0, -1.0])
