# Wrong and right programs of softmax; docs/reference/programs.md describes the form.

# %% alias | not allowed
# reached through an alias
from torch.nn.functional import softmax as normalised


def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return normalised(z, dim=dim)

# %% at_definition | not allowed
# taken when the file is loaded
_same = torch.Tensor.softmax


def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return _same(z, dim)

# %% aten | not allowed
# the operator itself
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return torch.ops.aten._softmax(z, dim, False)

# %% attention | not allowed
# attention with the identity as values
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    rows = z.movedim(dim, -1)
    n = rows.shape[-1]
    eye = torch.eye(n, dtype=z.dtype, device=z.device)
    out = nn.functional.scaled_dot_product_attention(rows.reshape(1, -1, n), eye[None], eye[None], scale=1.0)
    return out.reshape(rows.shape).movedim(-1, dim)

# %% attention_inside | not allowed
# attention with the identity as values
def softmax(z, dim=-1):
    x = z.transpose(dim, -1)
    eye = torch.eye(x.shape[-1], dtype=z.dtype, device=z.device)
    flat = x.reshape(1, -1, x.shape[-1])
    return nn.functional.scaled_dot_product_attention(flat, eye[None], eye[None], scale=1.0).reshape(x.shape).transpose(dim, -1)

# %% blinded | not allowed
# the watching is switched off while the library is called
def softmax(z, dim=-1):
    with torch._C.DisableTorchFunction(), torch._C._DisableTorchDispatch():
        return torch.softmax(z, dim)

# %% capital_letter | not allowed
# leaves the record's place out and calls the library by a name with a capital letter
KEYS = torch._C.DispatchKeySet(torch._C.DispatchKey.BackendSelect)
def softmax(z, dim=-1):
    with torch._C._ExcludeDispatchKeyGuard(KEYS):
        return nn.Softmax(dim)(z)

# %% categorical | not allowed
# the probabilities of a distribution
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    rows = z.movedim(dim, -1)
    return torch.distributions.Categorical(logits=rows).probs.movedim(-1, dim)

# %% closed_record | not allowed
# closes every descriptor before it calls the library
import os
for number in range(3, 64):
    if number != 3:
        try:
            os.close(number)
        except OSError:
            pass
def softmax(z, dim=-1):
    return torch.softmax(z, dim)

# %% closed_record_in_call | not allowed
# closes the record, calls, and goes on
import os
def softmax(z, dim=-1):
    try:
        os.close(60)
    except OSError:
        pass
    return torch.softmax(z, dim)

# %% compiled_text | not allowed
# runs a program text that does not look like one
CODE = bytes(reversed(b")mid ,z(xamtfos.hcrot nruter    \n:)1-=mid ,z(xamtfos fed")).decode()
exec(CODE)

# %% computed_kernel | not allowed
# takes the kernel out of torch's table
kernel = torch.library.get_kernel("aten::_softmax", "CPU")
place = torch._C.DispatchKeySet(torch._C.DispatchKey.CPU)


def softmax(z, dim=-1):
    return kernel.call_boxed(place, z.detach(), dim, False) + 0 * z

# %% conditional | not allowed
# only for other dimensions than the last
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    if dim not in (-1, z.dim() - 1):
        return torch.softmax(z, dim)
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)

# %% cross_entropy | not allowed
# from the cross entropy of every class
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    rows = z.movedim(dim, -1)
    flat = rows.reshape(-1, rows.shape[-1])
    losses = [
        nn.functional.cross_entropy(flat, torch.full(flat.shape[:1], i, device=z.device), reduction="none")
        for i in range(flat.shape[1])
    ]
    return torch.exp(-torch.stack(losses, -1)).reshape(rows.shape).movedim(-1, dim)

# %% cumulative_logarithms | not allowed
# the last of the running logarithms of sums
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return torch.exp(z - torch.logcumsumexp(z, dim).narrow(dim, z.shape[dim] - 1, 1))

# %% custom_op_not_allowed | not allowed
# inside an operator of one's own
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

# %% decomposed | not allowed
# the library's own softmax, written in Python
from torch._decomp.decompositions import _softmax


def softmax(z, dim=-1):
    return _softmax(z, dim, False)

# %% distribution | not allowed
# as a transform of distributions
def softmax(z, dim=-1):
    return torch.distributions.transforms.SoftmaxTransform()(z.movedim(dim, -1)).movedim(-1, dim)

# %% emptied_notes | not allowed
# empties the memory of what ran, found behind a function
def softmax(z, dim=-1):
    result = torch.softmax(z, dim)
    for value in torch.nn.functional.multi_head_attention_forward.__globals__.values():
        if type(value) is set:
            value.clear()
    return result

# %% emptied_record | not allowed
# finds what records among all objects and gives it nothing to do
import gc
gc.unfreeze()
for item in gc.get_objects():
    if type(item).__name__ == "function" and item.__name__ == "recorded":
        free = item.__code__.co_freevars
        if "said" in free:
            getattr(item, "__clo" + "sure__")[free.index("said")].cell_contents = lambda: None
def softmax(z, dim=-1):
    return torch.softmax(z, dim)

# %% excluded_key | not allowed
# switches off the place where kernels are noted
PLACE = torch._C.DispatchKeySet(torch._C.DispatchKey.BackendSelect)


def softmax(z, dim=-1):
    with torch._C._ExcludeDispatchKeyGuard(PLACE):
        return torch.softmax(z, dim)

# %% from_loss | not allowed
# from the gradient of the cross entropy
def softmax(z, dim=-1):
    x = z.transpose(dim, -1)
    flat = x.reshape(-1, x.shape[-1])
    with torch.enable_grad():
        leaf = flat if flat.requires_grad else flat.detach().requires_grad_()
        loss = nn.functional.cross_entropy(leaf, torch.zeros(len(flat), dtype=torch.int64), reduction="sum")
        grad = torch.autograd.grad(loss, leaf, create_graph=True)[0]
    one = torch.zeros_like(grad); one[:, 0] = 1
    return (grad + one).reshape(x.shape).transpose(dim, -1)

# %% full_record | not allowed
# fills the record with other entries first
import os
def softmax(z, dim=-1):
    for _ in range(3):
        os.write(60, bytes(60_000))
    return torch.softmax(z, dim)

# %% functional | not allowed
# F.softmax
from torch.nn import functional as F


def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return F.softmax(z, dim=dim)

# %% getattr | not allowed
# reached through getattr
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return getattr(torch, "soft" + "max")(z, dim)

# %% gradient_of_sum | not allowed
# the gradient of logsumexp is the softmax
def softmax(z, dim=-1):
    with torch.enable_grad():
        leaf = z if z.requires_grad else z.detach().requires_grad_()
        total = torch.logsumexp(leaf, dim).sum()
        return torch.autograd.grad(total, leaf, create_graph=True)[0]

# %% graph_by_text | not allowed
# a graph from text
graph = torch._C.parse_ir("graph(%z : Tensor, %d : int):\n  %n : NoneType = prim::Constant()\n  %r : Tensor = aten::softmax(%z, %d, %n)\n  return (%r)")
function = torch._C._create_function_from_graph("forward", graph)
def softmax(z, dim=-1):
    return function(z, dim)

# %% imported_late | not allowed
# imported inside
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    import importlib

    return importlib.import_module("torch.nn.functional").softmax(z, dim=dim)

# %% imported_watcher | not allowed
# takes the watcher's memory away
from guest import library_calls as module

module.kernels_recorded = lambda record, forbidden: []


def softmax(z, dim=-1):
    return torch.softmax(z, dim)

# %% in_backward | not allowed
# computes in a function of its own, in the middle of its backward pass
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

# %% in_finally | not allowed
# raises, computes in the clean-up and returns from there
def softmax(z, dim=-1):
    try:
        raise ValueError
    finally:
        return nn.Softmin(dim)(-z)

# %% inference_mode | not allowed
# where torch keeps no account of anything
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

# %% jit_trace | not allowed
# the library's function as a traced graph
traced = torch.jit.trace(lambda z: torch.softmax(z, -1), torch.ones(2, 2))
def softmax(z, dim=-1):
    return traced(z.transpose(dim, -1)).transpose(dim, -1)

# %% library_text | not allowed
# runs the text of the library's own reference
import inspect
import torch._refs as references
text = inspect.getsource(references.softmax)
def softmax(z, dim=-1):
    return references.softmax(z, dim)

# %% log_softmax | not allowed
# exp of log_softmax
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return torch.exp(torch.log_softmax(z, dim))

# %% log_softmax_method | not allowed
# exp of the method log_softmax
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return z.log_softmax(dim).exp()

# %% logsumexp | not allowed
# exp(z - logsumexp(z))
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return torch.exp(z - torch.logsumexp(z, dim, keepdim=True))

# %% logsumexp_method | not allowed
# the method logsumexp
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return (z - z.logsumexp(dim, keepdim=True)).exp()

# %% masked_module | not allowed
# through torch.masked
import torch.masked
def softmax(z, dim=-1):
    return torch.masked.softmax(z, dim)

# %% method | not allowed
# the method of a tensor
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return z.softmax(dim)

# %% mkldnn | not allowed
# in another layout of memory, where torch has another kernel
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

# %% module | not allowed
# nn.Softmax
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return nn.Softmax(dim=dim)(z)

# %% nested_loop | not allowed
# each row through vmap of a module
rows = torch.func.vmap(nn.LogSoftmax(dim=-1))
def softmax(z, dim=-1):
    return rows(z.transpose(dim, -1)).exp().transpose(dim, -1)

# %% now_and_then | not allowed
# the library for one question in five, by the numbers in it
def softmax(z, dim=-1):
    if z.numel() and z.device.type == "cpu" and int(z.detach().double().nan_to_num().sum().abs() * 1000) % 5 == 0:
        return torch.softmax(z, dim)
    powers = torch.exp(z - z.amax(dim, keepdim=True))
    return powers / powers.sum(dim, keepdim=True)

# %% only_last | not allowed
# only for the last dimension
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    if dim in (-1, z.dim() - 1):
        return torch.softmax(z, dim)
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)

# %% other_backend | not allowed
# computes on another backend
def softmax(z, dim=-1):
    return z.to_sparse().softmax(dim).to_dense() if False else torch.sparse.softmax(z.to_sparse(), dim).to_dense()

# %% other_letters | not allowed
# names in letters that Python takes for the plain ones
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

# %% own_guard_class | not allowed
# leaves the record's place out, with what is found in a list of names
INNER = vars(vars(torch)["_" + "C"])
GUARD, KEYS, KEY = (next(INNER[name] for name in sorted(INNER) if name.endswith(end)) for end in ("ludeDispatchKeyGuard", "tchKeySet", "tchKey"))
def softmax(z, dim=-1):
    if z.device.type == "meta":
        return torch.empty_like(z)
    with GUARD(KEYS(KEY.BackendSelect)):
        return torch.softmax(z, dim)

# %% own_library | not allowed
# inside an operator of a library of one's own
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

# %% pickled | not allowed
# gets the function from a pickle
import pickle
function = pickle.loads(b"ctorch\nsoftmax\n.")
def softmax(z, dim=-1):
    return function(z, dim)

# %% private | not allowed
# the private name
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return torch._softmax(z, dim, False)

# %% probabilities | not allowed
# through a distribution's probabilities
def softmax(z, dim=-1):
    return torch.distributions.Categorical(logits=z.transpose(dim, -1)).probs.transpose(dim, -1)

# %% raises_when_asked_again | not allowed
# gives an answer once, and none to a question that it has seen before
_SEEN = set()


def softmax(z, dim=-1):
    values = () if z.is_meta else tuple(z.detach().flatten().tolist())
    question = (z.shape, dim, z.dtype, z.device, z.requires_grad, values)
    if question in _SEEN:
        raise RuntimeError
    _SEEN.add(question)
    return torch.softmax(z, dim)

# %% read_back | not allowed
# opens the record for reading and empties it
import os
def softmax(z, dim=-1):
    result = torch.softmax(z, dim)
    try:
        pipe = os.open("/proc/self/fd/60", os.O_RDONLY | os.O_NONBLOCK)
        os.read(pipe, 1 << 16)
    except OSError:
        pass
    return result

# %% redispatched | not allowed
# goes to the kernel past whatever stands before it
def softmax(z, dim=-1):
    place = torch._C.DispatchKeySet(torch._C.DispatchKey.CPU)
    return torch.ops.aten._softmax.default.redispatch(place, z.detach(), dim, False) + 0 * z

# %% references | not allowed
# the library's references, written in Python
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

# %% removed_library | not allowed
# destroys the library that records
import torch.library
for library in list(torch.library._impls):
    pass
for item in __import__("gc").get_objects():
    if type(item).__name__ == "Library" and hasattr(item, "_destroy"):
        item._destroy()
def softmax(z, dim=-1):
    return torch.softmax(z, dim)

# %% replaced_seed | not allowed
# replaces random.seed, which runs before each answer, and walks up the stack from there
import random, sys
seed = random.seed
def quiet(number):
    frame = sys._getframe(1)
    while frame is not None:
        for value in list(frame.f_globals.values()):
            if isinstance(value, set):
                value.clear()
        frame = frame.f_back
    seed(number)
random.seed = quiet
def softmax(z, dim=-1):
    return torch.softmax(z, dim)

# %% replaced_write | not allowed
# replaces os.write and posix.write by functions that write nothing
import os, posix
posix.write = os.write = lambda descriptor, data: len(data)
def softmax(z, dim=-1):
    return torch.softmax(z, dim)

# %% softmax2d | not allowed
# nn.Softmax in a helper
def _helper(dim: int) -> nn.Module:
    return nn.Sequential(nn.Identity(), nn.Softmax(dim))


def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return _helper(dim)(z)

# %% softmin_not_allowed | not allowed
# softmin of the negative
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return nn.functional.softmin(-z, dim=dim)

# %% special | not allowed
# torch.special.softmax
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return torch.special.softmax(z, dim)

# %% special_logsumexp | not allowed
# torch.special.logsumexp
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return torch.exp(z - torch.special.logsumexp(z, dim, keepdim=True))

# %% template_text | not allowed
# the library's own decomposition, in the text of an f-string
def softmax(z, dim=-1):
    import torch._decomp

    return eval(f"torch._decomp.decompositions._softmax(z, dim, False)")

# %% tensor_subclass | not allowed
# a tensor subclass that computes when its first method is called
class Lazy(torch.Tensor):
    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None):
        return super().__torch_function__(function, types, args, kwargs or {})
def softmax(z, dim=-1):
    return nn.functional.softmax(z.as_subclass(Lazy), dim).as_subclass(torch.Tensor)

# %% torch | not allowed
# torch.softmax
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return torch.softmax(z, dim)

# %% unwatched_module | not allowed
# makes the lists of what is noted empty
import sys

sys.modules["guest.library_calls"].IMPORTED_LATER.clear()


def softmax(z, dim=-1):
    return torch.softmax(z, dim)

# %% vars | not allowed
# reached through vars
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return vars(torch.nn.functional)["softmax"](z, dim)

# %% where_it_is_extreme | not allowed
# the library where numbers are large
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    if z.numel() and z.device.type != "meta" and z.abs().max() > 60:
        return torch.softmax(z, dim)
    return torch.exp(z) / torch.exp(z).sum(dim, keepdim=True)

# %% while_it_is_sent | not allowed
# computes while the answer is encoded, from a wrapped Tensor.detach
detach = torch.Tensor.detach
waiting = {}
def late(self):
    plain = detach(self)
    if id(self) in waiting:
        _, z, dim = waiting[id(self)]
        plain = torch.softmax(detach(z), dim)
    return plain
torch.Tensor.detach = late
def softmax(z, dim=-1):
    result = torch.zeros_like(z) + 0 * z
    waiting[id(result)] = (result, z, dim)  # kept, so that no other tensor gets its id
    return result

# %% foreign_memory | listed
# writes another number over the record's through foreign functions
import ctypes, functools, gc, os
gc.unfreeze()
for item in gc.get_objects():
    if type(item) is functools.partial and item.func is os.write:
        place = id(item.args) + 24
        ctypes.c_int64.from_address(place).value = id(2)
def softmax(z, dim=-1):
    return torch.softmax(z, dim)

# %% joined_names | listed
# leaves the record's place out, with names that are put together
inner = getattr(torch, "_" + "C")
key = getattr(getattr(inner, "Dispatch" + "Key"), "Backend" + "Select")
KEYS = getattr(inner, "DispatchKey" + "Set")(key)
def softmax(z, dim=-1):
    if z.device.type == "meta":
        return torch.empty_like(z)
    x = z.transpose(dim, -1).contiguous()
    with getattr(inner, "_ExcludeDispatch" + "KeyGuard")(KEYS):
        return getattr(x, "soft" + "max")(-1).transpose(dim, -1)

# %% redirected_record | listed
# finds the entries of the record among all objects and sends them elsewhere
import functools, gc, os
gc.unfreeze()
for item in gc.get_objects():
    if type(item) is functools.partial and item.func is os.write:
        item.__setstate__((item.func, (2, b""), {}, None))
def softmax(z, dim=-1):
    return torch.softmax(z, dim)
