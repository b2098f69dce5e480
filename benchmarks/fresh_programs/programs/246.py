def mask_and_renormalize(weights: Tensor) -> Tensor:
    running = torch.cumsum(weights, dim=-1)
    visible = running.diagonal(dim1=-2, dim2=-1)  # (..., T): what row i keeps
    return weights.tril() / visible.unsqueeze(-2)
