# style: row by row
def mask_and_renormalize(weights: Tensor) -> Tensor:
    T = weights.shape[-1]
    rows = []
    for i in range(T):
        visible = weights[..., i, : i + 1]
        row = visible / visible.sum(-1, keepdim=True)
        rows.append(torch.nn.functional.pad(row, (0, T - i - 1)))
    return torch.stack(rows, dim=-2)
