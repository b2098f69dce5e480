# wrong: numbers that went through 16 bits | family: dtype | level: robustness
import torch


def cross_scores_shape(T_1: int, T_2: int) -> tuple[int, int]:
    return tuple(torch.tensor([T_1, T_2]).half().int().tolist())
