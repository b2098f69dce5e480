def mask_and_renormalize(weights: Tensor) -> Tensor:
    # running sum along the keys: entry (i, i) is what row i keeps
    running = torch.cumsum(weights, dim=-1)
    row_totals = torch.diagonal(running, dim1=-2, dim2=-1)  # (..., T)
    keep = torch.ones_like(weights).tril()
    return weights * keep / row_totals.unsqueeze(-2)
