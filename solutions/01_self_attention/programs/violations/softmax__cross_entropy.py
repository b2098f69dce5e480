# violation: from the cross entropy of every class
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    rows = z.movedim(dim, -1)
    flat = rows.reshape(-1, rows.shape[-1])
    losses = [
        nn.functional.cross_entropy(flat, torch.full(flat.shape[:1], i, device=z.device), reduction="none")
        for i in range(flat.shape[1])
    ]
    return torch.exp(-torch.stack(losses, -1)).reshape(rows.shape).movedim(-1, dim)
