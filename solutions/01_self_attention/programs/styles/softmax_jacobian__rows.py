# style: row by row
def softmax_jacobian(p: Tensor) -> Tensor:
    identity = torch.eye(len(p), dtype=p.dtype, device=p.device)
    return torch.stack([share * (row - p) for share, row in zip(p, identity)])
