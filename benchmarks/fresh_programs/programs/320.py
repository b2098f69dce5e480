def softmax_jacobian(p: Tensor) -> Tensor:
    n = p.shape[0]
    J = torch.zeros(n, n, dtype=p.dtype, device=p.device)
    for i in range(n):
        for j in range(n):
            if i == j:
                J[i, j] = p[i] * (1 - p[i])
            else:
                J[i, j] = p[i] * p[j]
    return J
