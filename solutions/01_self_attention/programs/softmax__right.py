# Wrong and right programs of softmax; docs/reference/programs.md describes the form.

# %% checkpoint | right
# recomputed in the backward pass, through torch.utils.checkpoint
from torch.utils.checkpoint import checkpoint


def softmax(z: Tensor, dim: int = -1) -> Tensor:
    def normalised(z):
        e = torch.exp(z - z.amax(dim=dim, keepdim=True))
        return e / e.sum(dim=dim, keepdim=True)

    return checkpoint(normalised, z, use_reentrant=False)

# %% clone_in_place | right
# in-place steps on a copy
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = z - z.amax(dim, keepdim=True)
    e = e.exp_()
    return e / e.sum(dim, keepdim=True)

# %% custom_op | right
# an operator of one's own, through torch.library.custom_op
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

# %% detached_maximum | right
# the maximum detached
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.detach().amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)

# %% einsum | right
# einsum for the sum
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    rows = z.movedim(dim, -1)
    e = torch.exp(rows - rows.amax(-1, keepdim=True))
    return torch.einsum("...i,...->...i", e, 1 / torch.einsum("...i->...", e)).movedim(-1, dim)

# %% expm1 | right
# expm1 plus one
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.expm1(z - z.amax(dim, keepdim=True)) + 1
    return e / e.sum(dim, keepdim=True)

# %% extra_parameter | right
# a temperature with a default
def softmax(z: Tensor, dim: int = -1, temperature: float = 1.0) -> Tensor:
    m = z.amax(dim, keepdim=True)
    e = torch.exp((z - m) / temperature)
    return e / e.sum(dim, keepdim=True)

# %% helper | right
# a helper of its own
def _powers(z: Tensor, dim: int) -> Tensor:
    return torch.exp(torch.sub(z, torch.amax(z, dim=dim, keepdim=True)))


def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = _powers(z, dim)
    return e / e.sum(dim=dim, keepdim=True)

# %% in_double | right
# computed in float64 and cast back
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    exact = z.double()
    e = torch.exp(exact - exact.amax(dim, keepdim=True))
    return (e / e.sum(dim, keepdim=True)).to(z.dtype)

# %% in_float32 | right
# computed in float32 and cast back
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    wide = z if z.dtype == torch.float64 else z.float()
    e = torch.exp(wide - wide.amax(dim, keepdim=True))
    return (e / e.sum(dim, keepdim=True)).to(z.dtype)

# %% max_tuple | right
# max with a tuple unpacked
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    largest, _ = torch.max(z, dim=dim, keepdim=True)
    e = torch.exp(z - largest)
    return e / torch.sum(e, dim=dim, keepdim=True)

# %% max_values | right
# max(...).values
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = (z - z.max(dim=dim, keepdim=True).values).exp()
    return e.div(e.sum(dim=dim, keepdim=True))

# %% movedim | right
# dimension moved to the end and back
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    rows = z.movedim(dim, -1)
    e = torch.exp(rows - rows.amax(-1)[..., None])
    return (e / e.sum(-1)[..., None]).movedim(-1, dim)

# %% nested_function | right
# rows one by one
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    rows = z.movedim(dim, -1)
    flat = rows.reshape(-1, rows.shape[-1])
    done = []
    for row in flat:
        e = torch.exp(row - row.max())
        done.append(e / e.sum())
    return torch.stack(done).reshape(rows.shape).movedim(-1, dim)

# %% normalize | right
# F.normalize with p=1
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return nn.functional.normalize(e, p=1.0, dim=dim)

# %% own_backward | right
# an autograd function with its own backward
class _Softmax(torch.autograd.Function):
    @staticmethod
    def forward(ctx, z, dim):
        e = torch.exp(z - z.amax(dim, keepdim=True))
        p = e / e.sum(dim, keepdim=True)
        ctx.save_for_backward(p)
        ctx.dim = dim
        return p

    @staticmethod
    def backward(ctx, g):
        (p,) = ctx.saved_tensors
        return p * (g - (p * g).sum(ctx.dim, keepdim=True)), None


def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return _Softmax.apply(z, dim)

# %% own_logsumexp | right
# exp of a difference with an own log-sum-exp
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    m = z.amax(dim, keepdim=True)
    log_sum = m + torch.log(torch.sum(torch.exp(z - m), dim, keepdim=True))
    return torch.exp(z - log_sum)

# %% pow_e | right
# powers of math.e
import math


def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.pow(torch.full_like(z, math.e), z - z.amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)

# %% prints | right
# prints a shape while it works
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    print(z.shape)
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)

# %% reciprocal | right
# multiplied by the reciprocal
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return e * e.sum(dim, keepdim=True).reciprocal()

# %% transpose | right
# dimension transposed to the end and back
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    rows = z.transpose(dim, -1)
    e = torch.exp(rows - rows.amax(-1, keepdim=True))
    return (e / e.sum(-1, keepdim=True)).transpose(dim, -1)

# %% unbind | right
# a list of slices
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    parts = z.unbind(dim)
    m = parts[0]
    for part in parts[1:]:
        m = torch.maximum(m, part)
    powers = [torch.exp(part - m) for part in parts]
    total = sum(powers)
    return torch.stack([power / total for power in powers], dim)

# %% unsqueeze | right
# unsqueeze instead of keepdim
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    m = torch.amax(z, dim).unsqueeze(dim)
    e = torch.exp(z - m)
    return e / e.sum(dim).unsqueeze(dim)

# %% vmap | right
# torch.vmap over the slices
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    def one(row: Tensor) -> Tensor:
        e = torch.exp(row - row.amax())
        return e / e.sum()

    rows = z.movedim(dim, -1)
    flat = torch.vmap(one)(rows.reshape(-1, rows.shape[-1]))
    return flat.reshape(rows.shape).movedim(-1, dim)

# %% comment | allowed
# the word in a comment and a string
#-     largest = z.amax(dim=dim, keepdim=True)
#-     exponentials = torch.exp(z - largest)
#-     return exponentials / exponentials.sum(dim=dim, keepdim=True)
#+     e = torch.exp(z - z.amax(dim, keepdim=True))
#+     return e / e.sum(dim, keepdim=True)

# %% compared_at_import | allowed
# compared when the file is loaded
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)


assert torch.allclose(softmax(torch.eye(3)), torch.softmax(torch.eye(3), -1))

# %% imported | allowed
# imported and not used
from torch.nn.functional import softmax as library_softmax


def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)

# %% jitters | allowed
# words of its own that have some in them that lead past the notes
dispatch = {"last": -1, "first": 0}
jitter = 1e-6
decomposed_gradient, rand, toolbox = 1, 0.5, ("softmax", "jitter")


def softmax(z, dim=-1):
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)

# %% logaddexp | allowed
# logaddexp, which is no softmax
import functools


def softmax(z: Tensor, dim: int = -1) -> Tensor:
    total = functools.reduce(torch.logaddexp, z.unbind(dim)).unsqueeze(dim)
    return torch.exp(z - total)

# %% main | allowed
# compared where the file is run
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)


if __name__ == "__main__":
    print(torch.allclose(softmax(torch.eye(3)), torch.softmax(torch.eye(3), -1)))

# %% own_names | allowed
# own functions with forbidden names
def logsumexp(z: Tensor, dim: int) -> Tensor:
    m = z.amax(dim, keepdim=True)
    return m + torch.log(torch.exp(z - m).sum(dim, keepdim=True))


def log_softmax(z: Tensor, dim: int) -> Tensor:
    return z - logsumexp(z, dim)


def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return torch.exp(log_softmax(z, dim))

# %% own_words | allowed
# names of its own, and texts of errors, with every word that is looked for
guest = torch.tensor([1.0, 2.0])
dispatch = {"softmax": None}
RAN, jit, decompose = [], False, None


def softmax(z, dim=-1):
    softmax_numerator = torch.exp(z - z.amax(dim, keepdim=True))
    if softmax_numerator.dim() == 0:
        raise TypeError("softmax: z must have a dimension (redispatch of a number is not supported)")
    assert not jit, "softmax of a guest"
    return softmax_numerator / softmax_numerator.sum(dim, keepdim=True)

# %% talks_of_blinding | allowed
# names what leads past the notes in a comment and in a docstring
def softmax(z, dim=-1):
    """No operator.redispatch, no Library and no torch.softmax here."""
    # nor torch.library.get_kernel, decompose or jit
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)

# %% used_elsewhere | allowed
# a demonstration elsewhere in the file
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)


def compare(z: Tensor) -> Tensor:
    return (softmax(z) - torch.softmax(z, -1)).abs().max()
