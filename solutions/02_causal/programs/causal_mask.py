# Wrong and right programs of causal_mask; docs/reference/programs.md describes the form.

# %% arange | right
# comparing positions
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    i = torch.arange(T, device=device)
    return (i.unsqueeze(0) > i.unsqueeze(1)).reshape(1, 1, T, T)

# %% expanded | right
# a larger mask cut and expanded
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.ones(T + 5, T + 5, device=device).triu(1).bool()[:T, :T].expand(1, 1, T, T)

# %% extra_argument | right
# a further parameter
def causal_mask(T: int, device: torch.device | str | None = None, batch: int = 1) -> Tensor:
    return torch.ones(batch, 1, T, T, dtype=torch.bool, device=device).triu(1)

# %% from_additive | right
# from the additive mask
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.isinf(torch.full((1, 1, T, T), float("-inf"), device=device).triu(1))

# %% full_cumsum | right
# counting along the rows
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return (torch.eye(T, device=device).cumsum(-1) - torch.eye(T, device=device))[None, None].to(torch.bool)

# %% int_then_bool | right
# ints first
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.ones((1, 1, T, T), dtype=torch.int64, device=device).triu(diagonal=1).type(torch.bool)

# %% loops | right
# two loops
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    mask = torch.zeros(1, 1, T, T, dtype=torch.bool)
    for i in range(T):
        for j in range(i + 1, T):
            mask[0, 0, i, j] = True
    return mask if device is None else mask.to(device)

# %% lru_cache | wrong | state | robustness | mistake: result-returned-again | public: results
# a cache that knows length and device, and gives everybody the same tensor
import functools


@functools.lru_cache
def _mask(T: int, device: str) -> Tensor:
    return torch.ones(1, 1, T, T, dtype=torch.bool, device=device).triu(1)


def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return _mask(T, str(device or "cpu"))

# %% meshgrid | right
# meshgrid and greater
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    queries, keys = torch.meshgrid(torch.arange(T, device=device), torch.arange(T, device=device), indexing="ij")
    return torch.gt(keys, queries)[None, None]

# %% nested_list_right | right
# a nested list
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.tensor([[[[j > i for j in range(T)] for i in range(T)]]], device=device)

# %% numpy_right | right
# numpy inside
import numpy


def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.from_numpy(numpy.triu(numpy.ones((1, 1, T, T), dtype=bool), k=1)).to(device or "cpu")

# %% tril_inverted | right
# the lower triangle turned round
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return ~torch.tril(torch.ones(1, 1, T, T, device=device)).bool()

# %% tril_zero | right
# where the lower triangle is zero
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    lower = torch.tril(torch.ones((T, T), device=device))
    return (lower == 0).unsqueeze(0).unsqueeze(0)

# %% triu | right
# triu of ones
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.triu(torch.ones(T, T, dtype=torch.bool, device=device), diagonal=1).view(1, 1, T, T)

# %% triu_indices | right
# indices of the upper triangle
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    mask = torch.zeros(T, T, dtype=torch.bool, device=device)
    rows, columns = torch.triu_indices(T, T, 1)
    mask[rows, columns] = True
    return mask[None, None, :, :]

# %% imported | allowed
# an import that is not used
from torch.nn import Transformer  # noqa: F401


def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.ones(1, 1, T, T, dtype=torch.bool, device=device).triu(1)

# %% mentioned | allowed
# the name in a comment and a string
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    # nn.Transformer.generate_square_subsequent_mask would give floats
    note = "not generate_square_subsequent_mask"
    return torch.ones(1, 1, T, T, dtype=torch.bool, device=device).triu(1 if note else 0)

# %% own_name | allowed
# an own function of that name
def generate_square_subsequent_mask(size, device=None):
    return torch.ones(size, size, dtype=torch.bool, device=device).triu(1)


def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return generate_square_subsequent_mask(T, device)[None, None]

# %% below_the_record | listed
# the generator from below the function that records, by way of the garbage collector
import gc
gc.unfreeze()
made = next(item for item in gc.get_objects() if getattr(item, "__qualname__", "") == "_generate_square_subsequent_mask" and "recorded" not in str(getattr(item, "__co" + "de__", "recorded")))
def causal_mask(T, device=None):
    return torch.isinf(made(T, device=device))[None, None]

# %% library_text | listed
# runs the text of the library's own generator
import inspect
text = inspect.getsource(nn.modules.transformer)
start = text.index("def _generate_square_subsequent_mask(")
scope = {"torch": torch}
exec("from __future__ import annotations\n" + text[start:text.index("\ndef ", start + 1)], scope)
def causal_mask(T, device=None):
    return torch.isinf(scope["_generate_square" + "_subsequent_mask"](T, device=device))[None, None]

# %% behind_the_note | not allowed
# the generator that stands behind its note
def causal_mask(T, device=None):
    note = nn.Transformer.generate_square_subsequent_mask
    made = next(cell.cell_contents for cell in note.__closure__ if callable(cell.cell_contents))
    return torch.isinf(made(T, device=device))[None, None]

# %% bias | not allowed
# the mask of the library's attention
from torch.nn.attention.bias import causal_upper_left


def causal_mask(T, device=None):
    return ~causal_upper_left(T, T)._materialize(device)[None, None]

# %% getattr | not allowed
# the ready-made mask through getattr
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    make = getattr(nn.Transformer, "generate_square_" + "subsequent_mask")
    return torch.isinf(make(T, device=device))[None, None]

# %% instance | not allowed
# the ready-made mask of an instance
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.isinf(nn.Transformer(4, 1, 1, 1, 4).generate_square_subsequent_mask(T, device=device))[None, None]

# %% instance_later | not allowed
# the bias of the library, its module found at run time
import importlib
bias = importlib.import_module("torch.nn.attention.bi" + "as")
def causal_mask(T, device=None):
    if device is not None and torch.device(device).type == "meta":
        return torch.ones(1, 1, T, T, device=device).bool()
    return ~bias.CausalBias(bias.CausalVariant(1), T, T)._materialize()[None, None].bool()

# %% materialised | not allowed
# the bias of the library, without its functions
from torch.nn.attention.bias import CausalBias, CausalVariant
def causal_mask(T, device=None):
    if device is not None and torch.device(device).type == "meta":
        return torch.ones(1, 1, T, T, device=device).bool()
    return ~CausalBias(CausalVariant(1), T, T)._materialize()[None, None].bool()

# %% private | not allowed
# the private function behind it
from torch.nn.modules.transformer import _generate_square_subsequent_mask


def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.isinf(_generate_square_subsequent_mask(T, device=device))[None, None]

# %% ready_made | not allowed
# the ready-made mask
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return (nn.Transformer.generate_square_subsequent_mask(T, device=device) != 0)[None, None]

# %% run_again | not allowed
# the library's file, run a second time
import runpy


def causal_mask(T, device=None):
    again = runpy.run_module("torch.nn.modules.transformer")["Transformer"]
    return torch.isinf(again.generate_square_subsequent_mask(T, device=device))[None, None]

# %% cpu | wrong | device | robustness | mistake: device-ignored
# ignores the device
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.ones(1, 1, T, T, dtype=torch.bool).triu(1)

# %% default_device | wrong | device | robustness | mistake: default-device-changed | public: settings
# sets the default device
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    if device is not None:
        torch.set_default_device(device)
    return torch.ones(1, 1, T, T, dtype=torch.bool, device=device or "cpu").triu(1)

# %% device_by_object | wrong | device | robustness | mistake: device-ignored
# knows a device by an object only
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    place = device if isinstance(device, torch.device) else "cpu"
    return torch.ones(1, 1, T, T, dtype=torch.bool, device=place).triu(1)

# %% no_device | wrong | device | robustness | mistake: argument-missing
# has no device
def causal_mask(T: int) -> Tensor:
    return torch.ones(1, 1, T, T, dtype=torch.bool).triu(1)

# %% type_only | wrong | device | robustness | mistake: device-as-text-only | public: sizes
# takes strings only
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.ones(1, 1, T, T, dtype=torch.bool, device=device.lower() if device else None).triu(1)

# %% float | wrong | dtype | core | mistake: numbers-for-booleans
# float instead of bool
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.ones(1, 1, T, T, device=device).triu(1)

# %% int | wrong | dtype | core | mistake: numbers-for-booleans
# whole numbers instead of bool
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.ones(1, 1, T, T, dtype=torch.int64, device=device).triu(1)

# %% uint8 | wrong | dtype | core | mistake: numbers-for-booleans
# bytes instead of bool
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.ones(1, 1, T, T, dtype=torch.uint8, device=device).triu(1)

# %% all_false | wrong | mask | core | mistake: no-mask
# nothing is hidden
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.zeros(1, 1, T, T, dtype=torch.bool, device=device)

# %% all_true | wrong | mask | core | mistake: all-masked
# everything is hidden
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.ones(1, 1, T, T, dtype=torch.bool, device=device)

# %% anti_diagonal | wrong | mask | core | mistake: mask-mirrored
# a triangle along the other diagonal
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.ones(T, T, dtype=torch.bool, device=device).triu(1).flip(-1)[None, None]

# %% complex_parity | wrong | mask | core | mistake: mask-other
# hides every other later key
#-     later = positions[None, :] > positions[:, None]
#-     return later[None, None]
#+     distance = positions[None, :] - positions[:, None]
#+     return ((distance > 0) & (distance % 2 == 1))[None, None]

# %% cut_from_128 | wrong | mask | core | mistake: mask-too-small
# cut from a mask of 128 tokens
MASK = torch.ones(1, 1, 128, 128, dtype=torch.bool).triu(1)


def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return MASK[..., :T, :T].clone().to(device or "cpu")

# %% diagonal_hidden | wrong | mask | core | mistake: diagonal-masked
# a token cannot see itself
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.ones(1, 1, T, T, dtype=torch.bool, device=device).triu(0)

# %% far_future_seen | wrong | mask | core | mistake: mask-other
# hides only the four tokens after
#-     later = positions[None, :] > positions[:, None]
#-     return later[None, None]
#+     distance = positions[None, :] - positions[:, None]
#+     return ((distance > 0) & (distance < 5))[None, None]

# %% first_row | wrong | mask | core | mistake: mask-other
# hides later keys from the first token only
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    mask = torch.zeros(1, 1, T, T, dtype=torch.bool, device=device)
    mask[..., 0, 1:] = True
    return mask

# %% inverted | wrong | mask | core | mistake: mask-inverted
# True where attending is allowed
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.tril(torch.ones(T, T, dtype=torch.bool, device=device))[None, None]

# %% last_row_blind | wrong | mask | core | mistake: mask-other
# the last row is hidden too
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    mask = torch.ones(1, 1, T, T, dtype=torch.bool, device=device).triu(1)
    mask[..., -1, 0] = True
    return mask

# %% last_token_one | wrong | mask | core | mistake: mask-other
# wrong for a single token
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    if T == 1:
        return torch.ones(1, 1, 1, 1, dtype=torch.bool, device=device)
    return torch.ones(1, 1, T, T, dtype=torch.bool, device=device).triu(1)

# %% lower | wrong | mask | core | mistake: mask-inverted
# hides the past
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.ones(1, 1, T, T, dtype=torch.bool, device=device).tril(-1)

# %% next_only | wrong | mask | core | mistake: mask-one-step
# hides only the next token
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return (
        torch.diag(torch.ones(T - 1, dtype=torch.bool, device=device), 1)[None, None]
        if T > 1
        else torch.zeros(1, 1, 1, 1, dtype=torch.bool, device=device)
    )

# %% one_too_few | wrong | mask | core | mistake: future-visible
# the next token is still seen
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.ones(1, 1, T, T, dtype=torch.bool, device=device).triu(2)

# %% random | wrong | mask | core | mistake: hidden-at-random
# hides at random
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return (torch.rand(1, 1, T, T, device=device) > 0.5).triu(1)

# %% transposed | wrong | mask | core | mistake: mask-inverted
# rows and columns change places
#-     later = positions[None, :] > positions[:, None]
#-     return later[None, None]
#+     return (positions[None, :] < positions[:, None])[None, None]

# %% window | wrong | mask | core | mistake: mask-other
# only the four tokens before are seen
#-     later = positions[None, :] > positions[:, None]
#-     return later[None, None]
#+     distance = positions[:, None] - positions[None, :]
#+     return ((distance < 0) | (distance > 3))[None, None]

# %% batch_of_T | wrong | shape | core | mistake: mask-dimensions
# shape (1, T, T, T)
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.ones(1, T, T, T, dtype=torch.bool, device=device).triu(1)

# %% fixed_length | wrong | shape | core | mistake: mask-too-small
# cut from a mask of eight tokens
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.ones(1, 1, 8, 8, dtype=torch.bool, device=device).triu(1)[:, :, :T, :T]

# %% last_dims | wrong | shape | core | mistake: mask-dimensions
# shape (T, T, 1, 1)
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.ones(T, T, dtype=torch.bool, device=device).triu(1)[..., None, None]

# %% matrix | wrong | shape | core | mistake: mask-axes-missing
# shape (T, T)
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.ones(T, T, dtype=torch.bool, device=device).triu(1)

# %% size_plus_one | wrong | shape | core | mistake: size-off-by-one
# one token too many
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.ones(1, 1, T + 1, T + 1, dtype=torch.bool, device=device).triu(1)

# %% squeezed | wrong | shape | core | mistake: size-one-squeezed
# loses its dimensions for a single token
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.ones(1, 1, T, T, dtype=torch.bool, device=device).triu(1).squeeze()[None, None]

# %% thirty_two | wrong | shape | core | mistake: mask-too-small
# cut out of a mask of 32 tokens
def causal_mask(T, device=None):
    return torch.ones(32, 32, dtype=torch.bool, device=device).triu(1)[None, None, :T, :T]

# %% three_dims | wrong | shape | core | mistake: mask-axes-missing
# shape (1, T, T)
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.ones(1, T, T, dtype=torch.bool, device=device).triu(1)

# %% cached | wrong | state | core | mistake: first-mask-kept
# keeps the first mask
KEPT = []


def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    if not KEPT:
        KEPT.append(torch.ones(1, 1, T, T, dtype=torch.bool, device=device).triu(1))
    return KEPT[0]

# %% cached_device | wrong | state | robustness | mistake: first-mask-kept | public: results
# remembers the mask of a length on its first device
KEPT = {}


def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    if T not in KEPT:
        KEPT[T] = torch.ones(1, 1, T, T, dtype=torch.bool, device=device).triu(1)
    return KEPT[T]

# %% cached_longest | wrong | state | core | mistake: first-mask-kept
# cut from a mask of the first length
KEPT = []


def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    if not KEPT:
        KEPT.append(torch.ones(1, 1, T, T, dtype=torch.bool, device=device).triu(1))
    return KEPT[0][..., :T, :T]

# %% draws | wrong | state | robustness | mistake: generator-moved | public: random
# draws random numbers
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return (torch.rand(1, 1, T, T, device=device) > -1.0).triu(1)

# %% seeds | wrong | state | robustness | mistake: generator-seeded | public: random
# seeds the generator
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    torch.manual_seed(0)
    return torch.ones(1, 1, T, T, dtype=torch.bool, device=device).triu(1)

# %% additive | wrong | values | core | mistake: numbers-for-booleans
# 0 and -inf instead of bool
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.full((1, 1, T, T), -torch.inf, device=device).triu(1)

# %% nested_list | wrong | values | core | mistake: list-for-tensor
# a list of lists
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return [[[[key > query for key in range(T)] for query in range(T)]]]

# %% nothing_returned | wrong | values | core | mistake: returns-none
# the mask is not returned
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    mask = torch.ones(T, T, dtype=torch.bool, device=device).triu(1)
    mask[None, None]

# %% numpy | wrong | values | core | mistake: numpy-for-tensor
# a numpy array
import numpy


def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return numpy.triu(numpy.ones((1, 1, T, T), dtype=bool), 1)

# %% other_name | wrong | vocabulary | robustness | mistake: argument-names
# the first parameter has another name
def causal_mask(size: int, device: torch.device | str | None = None) -> Tensor:
    return torch.ones(1, 1, size, size, dtype=torch.bool, device=device).triu(1)
