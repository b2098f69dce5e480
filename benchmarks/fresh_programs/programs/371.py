def query_bias_counterexample() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    # two tokens, everything the identity, so that q_i = k_i = x_i
    x = torch.tensor([[1.0, 0.0], [0.0, 1.0]])
    same = torch.eye(2)
    # a big bias, so that the change is big: scores go from 1, 0 to 4, 3
    bias = torch.tensor([3.0, 3.0])
    return x, same, same.clone(), bias
