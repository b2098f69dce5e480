# wrong: a numpy array | family: values | level: core
import numpy


def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return numpy.triu(numpy.ones((1, 1, T, T), dtype=bool), 1)
