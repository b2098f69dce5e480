# style: numpy inside
import numpy


def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.from_numpy(numpy.triu(numpy.ones((1, 1, T, T), dtype=bool), k=1)).to(device or "cpu")
