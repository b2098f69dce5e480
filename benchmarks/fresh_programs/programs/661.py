import torch


def row_sums(x: Tensor) -> Tensor:
    totals = []
    for row in x:
        totals.append(row.sum())
    return torch.stack(totals)
