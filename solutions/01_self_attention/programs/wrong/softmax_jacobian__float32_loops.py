# wrong: collected in float32 | family: dtype | level: robustness
def softmax_jacobian(p: Tensor) -> Tensor:
    n = p.shape[0]
    jacobian = torch.zeros(n, n)
    for i in range(n):
        for j in range(n):
            jacobian[i, j] = p[i] * (1 - p[i]) if i == j else -p[i] * p[j]
    return jacobian
