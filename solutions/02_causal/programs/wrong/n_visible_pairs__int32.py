# wrong: counted in int32 | family: dtype | level: robustness
import torch


def n_visible_pairs(T: int) -> int:
    T = torch.tensor(T, dtype=torch.int32)
    return int(T * (T + 1) // 2)
