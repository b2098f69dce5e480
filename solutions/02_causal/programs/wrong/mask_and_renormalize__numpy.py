# wrong: through numpy | family: autograd | level: core
import numpy


def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = numpy.tril(weights.detach().numpy())
    return torch.from_numpy(visible / visible.sum(-1, keepdims=True))
