# wrong: through numpy | family: autograd | level: core
import numpy as np


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    z = np.where(np.triu(np.ones(scores.shape[-2:]), 1) == 1, -np.inf, scores.detach().numpy() / np.sqrt(d_k))
    parts = np.exp(z - z.max(-1, keepdims=True))
    return torch.from_numpy(parts / parts.sum(-1, keepdims=True)).to(scores.dtype)
