import torch


def context_bounds(values):
    lows, highs = [], []
    for column in values.unbind(dim=1):
        # every weight can go down to 0, and up to 1
        lows.append(column.min().clamp(max=0))
        highs.append(column.max().clamp(min=0))
    return torch.stack(lows), torch.stack(highs)
