# violation: computes in a function of its own, in the middle of its backward pass
class Soft(torch.autograd.Function):
    @staticmethod
    def forward(ctx, z, dim):
        powers = torch.exp(z - z.amax(dim, keepdim=True))
        ctx.dim = dim
        ctx.save_for_backward(z)
        return powers / powers.sum(dim, keepdim=True)
    @staticmethod
    def backward(ctx, grad):
        z, = ctx.saved_tensors
        p = torch.softmax(z, ctx.dim)
        return p * (grad - (grad * p).sum(ctx.dim, keepdim=True)), None
def softmax(z, dim=-1):
    return Soft.apply(z, dim)
