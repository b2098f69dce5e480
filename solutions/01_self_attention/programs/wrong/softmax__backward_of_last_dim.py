# wrong: an own backward that fits the last dimension only | family: autograd | level: core
class _Softmax(torch.autograd.Function):
    @staticmethod
    def forward(ctx, z, dim):
        e = torch.exp(z - z.amax(dim, keepdim=True))
        p = e / e.sum(dim, keepdim=True)
        ctx.save_for_backward(p)
        return p

    @staticmethod
    def backward(ctx, g):
        (p,) = ctx.saved_tensors
        return p * (g - (p * g).sum(-1, keepdim=True)), None


def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return _Softmax.apply(z, dim)
