def softmax_jacobian(p: Tensor) -> Tensor:
    # i == j:  p_i (1 - p_i)      i != j:  p_i (0 - p_j)
    # both at once:  p_i (delta_ij - p_j)
    delta = torch.eye(len(p), dtype=p.dtype, device=p.device)
    return p * (delta - p)
