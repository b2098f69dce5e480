def mask_and_renormalize(weights: Tensor) -> Tensor:
    n = weights.size(-1)
    rows = []
    for i in range(n):
        seen = weights[..., i, : i + 1]
        share = seen / seen.sum()
        rows.append(nn.functional.pad(share, (0, n - 1 - i)))
    return torch.stack(rows, dim=-2)
