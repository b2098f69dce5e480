# style: recomputed in the backward pass, through torch.utils.checkpoint
from torch.utils.checkpoint import checkpoint


def softmax(z: Tensor, dim: int = -1) -> Tensor:
    def normalised(z):
        e = torch.exp(z - z.amax(dim=dim, keepdim=True))
        return e / e.sum(dim=dim, keepdim=True)

    return checkpoint(normalised, z, use_reentrant=False)
