# wrong: always float32 | family: dtype | level: robustness
import torch


def context_bounds(values: Tensor) -> tuple[Tensor, Tensor]:
    return values.amin(dim=0).float(), values.amax(dim=0).float()
