# wrong: a numpy array | family: values | level: core
import numpy


def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return numpy.triu(numpy.full((T, T), -numpy.inf, dtype=numpy.float32), 1)
