# style: identity minus shares, broadcast
def softmax_jacobian(p: Tensor) -> Tensor:
    return p[:, None] * (torch.eye(p.shape[0], dtype=p.dtype, device=p.device) - p[None, :])
