# style: a 0-dim tensor
import torch


def contraction_factor(curvature: float, learning_rate: float) -> float:
    return torch.abs(torch.tensor(1.0 - learning_rate * curvature))
