def softmax_jacobian(p: Tensor) -> Tensor:
    n = p.numel()
    # derivative of each share: p (1 - p)
    slope = p * (1 - p)
    J = p.new_zeros(n, n)
    for i in range(n):
        J[i, i] = slope[i]
    return J
