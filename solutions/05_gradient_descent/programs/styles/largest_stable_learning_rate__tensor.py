# style: a 0-dim tensor
import torch


def largest_stable_learning_rate(curvature: float) -> float:
    return torch.tensor(2.0) / curvature
