# violation: inside an operator of a library of one's own
OWN = torch.library.Library("own_library", "DEF")
OWN.define("normalised(Tensor z, int dim) -> Tensor")
OWN.impl("normalised", lambda z, dim: torch.softmax(z, dim), "CompositeExplicitAutograd")


class Normalised(torch.autograd.Function):
    @staticmethod
    def forward(ctx, z, dim):
        y = torch.ops.own_library.normalised(z, dim)
        ctx.save_for_backward(y)
        ctx.dim = dim
        return y

    @staticmethod
    def backward(ctx, grad):
        (y,) = ctx.saved_tensors
        return y * (grad - (grad * y).sum(ctx.dim, keepdim=True)), None


def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return Normalised.apply(z, dim)
