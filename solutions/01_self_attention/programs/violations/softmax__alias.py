# violation: reached through an alias
from torch.nn.functional import softmax as normalised


def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return normalised(z, dim=dim)
