def softmax_jacobian(p: Tensor) -> Tensor:
    n = p.shape[0]
    jac = p.new_zeros(n, n)
    for i in range(n):
        jac[i, i] = p[i] * (1 - p[i])
    return jac
