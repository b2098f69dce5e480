def softmax_jacobian(p: Tensor) -> Tensor:
    n = len(p)
    J = torch.empty(n, n, dtype=p.dtype)
    for i in range(n):
        for j in range(n):
            if i == j:
                J[i, j] = p[i]
            else:
                J[i, j] = -p[i] * p[j]
    return J
