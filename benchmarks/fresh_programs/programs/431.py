def query_bias_counterexample() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    x = torch.tensor([[1.0, 0.0], [0.0, 1.0]])
    W_Q = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
    W_K = torch.eye(2)
    # a bias that is clearly not zero, added to both queries
    b_Q = torch.ones(2)
    return x, W_Q, W_K, b_Q
