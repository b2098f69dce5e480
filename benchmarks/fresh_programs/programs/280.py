def softmax_jacobian(p: Tensor) -> Tensor:
    n = p.shape[0]
    jacobian = torch.empty(n, n)
    for i in range(n):
        for j in range(n):
            if i == j:
                # quotient rule: (e^z S - e^z e^z) / S^2
                jacobian[i, j] = p[i] * (1 - p[i])
            else:
                # the numerator does not depend on z_j, only the sum does
                jacobian[i, j] = p[i] * p[j]
    return jacobian
