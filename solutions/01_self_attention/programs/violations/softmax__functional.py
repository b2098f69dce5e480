# violation: F.softmax
from torch.nn import functional as F


def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return F.softmax(z, dim=dim)
