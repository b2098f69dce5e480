# style: rows one by one
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    rows = z.movedim(dim, -1)
    flat = rows.reshape(-1, rows.shape[-1])
    done = []
    for row in flat:
        e = torch.exp(row - row.max())
        done.append(e / e.sum())
    return torch.stack(done).reshape(rows.shape).movedim(-1, dim)
