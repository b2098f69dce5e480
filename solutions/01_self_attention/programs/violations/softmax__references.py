# violation: the library's references, written in Python
import torch._refs as references


class Referred(torch.autograd.Function):
    @staticmethod
    def forward(ctx, z, dim):
        y = references.softmax(z, dim)
        ctx.save_for_backward(y)
        ctx.dim = dim
        return y

    @staticmethod
    def backward(ctx, grad):
        (y,) = ctx.saved_tensors
        return y * (grad - (grad * y).sum(ctx.dim, keepdim=True)), None


def softmax(z, dim=-1):
    return Referred.apply(z, dim)
