# violation: names in letters that Python takes for the plain ones
KEYS = torch._C.D𝐢spatchKey


class Around(torch.autograd.Function):
    @staticmethod
    def forward(ctx, z, dim):
        y = torch.ops.aten._softmax.default.red𝐢spatch(
            torch._C.D𝐢spatchKeySet(KEYS.Meta if z.is_meta else KEYS.CPU), z, dim, False
        )
        ctx.save_for_backward(y)
        ctx.dim = dim
        return y

    @staticmethod
    def backward(ctx, grad):
        (y,) = ctx.saved_tensors
        return y * (grad - (grad * y).sum(ctx.dim, keepdim=True)), None


def softmax(z, dim=-1):
    return Around.apply(z, dim)
