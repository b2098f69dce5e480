# wrong: brings the bounds to the CPU | family: device | level: robustness
import torch


def context_bounds(values: Tensor) -> tuple[Tensor, Tensor]:
    low, high = values.amin(dim=0), values.amax(dim=0)
    return torch.zeros_like(low, device="cpu") if low.is_meta else low.cpu(), high.cpu() if not high.is_meta else high
