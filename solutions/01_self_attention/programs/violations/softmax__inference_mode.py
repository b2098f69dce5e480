# violation: where torch keeps no account of anything
class Quiet(torch.autograd.Function):
    @staticmethod
    def forward(ctx, z, dim):
        with torch.inference_mode():
            y = torch.softmax(z, dim)
        y = y.clone()
        ctx.save_for_backward(y)
        ctx.dim = dim
        return y

    @staticmethod
    def backward(ctx, grad):
        (y,) = ctx.saved_tensors
        return y * (grad - (grad * y).sum(ctx.dim, keepdim=True)), None


def softmax(z, dim=-1):
    return Quiet.apply(z, dim)
