# violation: in another layout of memory, where torch has another kernel
class Elsewhere(torch.autograd.Function):
    @staticmethod
    def forward(ctx, z, dim):
        y = torch.softmax(z.to_mkldnn(), dim).to_dense() if z.dtype == torch.float32 else _own(z, dim)
        ctx.save_for_backward(y)
        ctx.dim = dim
        return y

    @staticmethod
    def backward(ctx, grad):
        (y,) = ctx.saved_tensors
        return y * (grad - (grad * y).sum(ctx.dim, keepdim=True)), None


def _own(z, dim):
    powers = torch.exp(z - z.amax(dim, keepdim=True))
    return powers / powers.sum(dim, keepdim=True)


def softmax(z, dim=-1):
    return Elsewhere.apply(z, dim if dim >= 0 else dim + z.dim())
