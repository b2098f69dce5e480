# wrong: through numpy | family: autograd | level: core
import numpy as np


def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = np.exp(z.detach().numpy() - z.detach().numpy().max(dim, keepdims=True))
    return torch.from_numpy(e / e.sum(dim, keepdims=True))
