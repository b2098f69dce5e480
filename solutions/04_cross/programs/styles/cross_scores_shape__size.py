# style: a torch.Size
import torch


def cross_scores_shape(T_1: int, T_2: int) -> tuple[int, int]:
    return torch.Size([T_1, T_2])
