# wrong: a matrix of this shape | family: shape | level: core
import torch


def cross_scores_shape(T_1: int, T_2: int) -> tuple[int, int]:
    return torch.zeros(T_1, T_2)
