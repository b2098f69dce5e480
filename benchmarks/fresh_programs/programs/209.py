def softmax_jacobian(p: Tensor) -> Tensor:
    n = p.shape[0]
    rows = []
    for i in range(n):
        row = []
        for j in range(n):
            if i == j:
                row.append(p[i] * (1 - p[i]))
            else:
                row.append(p[i] * p[j])
        rows.append(torch.stack(row))
    return torch.stack(rows)
