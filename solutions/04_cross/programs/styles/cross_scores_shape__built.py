# style: the shape of scores on meta
import torch


def cross_scores_shape(T_1: int, T_2: int) -> tuple[int, int]:
    queries, keys = torch.empty(T_1, 3, device="meta"), torch.empty(T_2, 3, device="meta")
    return (queries @ keys.T).shape
