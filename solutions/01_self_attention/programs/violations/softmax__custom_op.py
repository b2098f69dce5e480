# violation: inside an operator of one's own
@torch.library.custom_op("mine::normalised", mutates_args=())
def normalised(z: Tensor, dim: int) -> Tensor:
    return torch.softmax(z, dim)


@normalised.register_fake
def _(z: Tensor, dim: int) -> Tensor:
    return torch.empty_like(z)


def _kept(ctx, inputs, output):
    ctx.save_for_backward(output)
    ctx.dim = inputs[1]


def _backward(ctx, grad):
    (y,) = ctx.saved_tensors
    return y * (grad - (grad * y).sum(ctx.dim, keepdim=True)), None


normalised.register_autograd(_backward, setup_context=_kept)


def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return normalised(z, dim)
