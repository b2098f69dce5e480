# wrong: float64 out of numpy | family: dtype | level: robustness
import numpy


def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.from_numpy(numpy.triu(numpy.full((T, T), -numpy.inf), 1)).to(device or "cpu")
