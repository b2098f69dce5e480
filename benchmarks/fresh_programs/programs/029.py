def asymmetric_scores():
    x = torch.tensor([[1.0, 2.0, 3.0], [0.0, 1.0, -1.0]])
    W = torch.tensor([[1.0, 0.0], [2.0, 1.0], [0.0, 3.0]])
    return x, W, W.clone()
