def softmax_jacobian(p: Tensor) -> Tensor:
    # dp_i/dz_j = p_i * [i == j] - p_i * p_j
    column = p.unsqueeze(1)
    row = p.unsqueeze(0)
    products = row @ column
    return torch.diag(p) - products
