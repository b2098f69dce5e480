# style: an operator of one's own, through torch.library.custom_op
@torch.library.custom_op("course::own_softmax", mutates_args=())
def own_softmax(z: Tensor, dim: int) -> Tensor:
    e = torch.exp(z - z.amax(dim=dim, keepdim=True))
    return e / e.sum(dim=dim, keepdim=True)


@own_softmax.register_fake
def _(z, dim):
    return torch.empty_like(z)


def keep(ctx, inputs, output):
    ctx.save_for_backward(output)
    ctx.dim = inputs[1]


def backward(ctx, grad):
    (s,) = ctx.saved_tensors
    return s * (grad - (grad * s).sum(dim=ctx.dim, keepdim=True)), None


own_softmax.register_autograd(backward, setup_context=keep)


def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return own_softmax(z, dim)
