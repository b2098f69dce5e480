def query_bias_counterexample() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    # two one-hot tokens, so x @ W is just W
    x = torch.tensor([[1.0, 0.0], [0.0, 1.0]])
    W_Q = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
    W_K = torch.tensor([[1.0, 0.0], [0.0, 1.0]])
    # a big bias, then the effect must be easy to see
    b_Q = torch.tensor([5.0, 5.0])
    return x, W_Q, W_K, b_Q
