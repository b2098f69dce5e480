def query_bias_counterexample() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    # one token is enough: with the bias q·k is 9, without it is 5
    x = torch.tensor([[1.0, 2.0]])
    W_Q = torch.eye(2)
    W_K = torch.eye(2)
    b_Q = torch.tensor([2.0, 1.0])
    return x, W_Q, W_K, b_Q
