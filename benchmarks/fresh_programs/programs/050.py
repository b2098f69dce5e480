def query_bias_counterexample():
    x = torch.ones(3, 2)
    W_Q = torch.eye(2)
    W_K = torch.eye(2)
    b_Q = torch.tensor([5.0, -5.0])
    return x, W_Q, W_K, b_Q
