def softmax_jacobian(p: Tensor) -> Tensor:
    size = len(p)
    rows = []
    for i in range(size):
        for j in range(size):
            if i == j:
                rows.append(p[i] * (1 - p[i]))
            else:
                rows.append(p[i] * p[j])
    return torch.stack(rows).view(size, size)
