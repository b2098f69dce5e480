# Wrong and right programs of padding_mask; docs/reference/programs.md describes the form.

# %% broadcast | right
# the lengths with three dimensions of their own
def padding_mask(lengths: Tensor, T: int) -> Tensor:
    return torch.arange(T, device=lengths.device) >= lengths.view(-1, 1, 1, 1)

# %% cumulative | right
# a one at the length, summed up along the positions
def padding_mask(lengths: Tensor, T: int) -> Tensor:
    ends = torch.zeros(len(lengths), T + 1, dtype=torch.int64, device=lengths.device)
    ends.scatter_(1, lengths.clamp(max=T)[:, None], 1)
    return ends.cumsum(dim=1)[:, None, None, :T].bool()

# %% loops | right
# two loops
def padding_mask(lengths: Tensor, T: int) -> Tensor:
    rows = [[[[position >= length for position in range(T)]]] for length in lengths.tolist()]
    return torch.tensor(rows, device=lengths.device)

# %% negated | right
# what is not before the end
def padding_mask(lengths: Tensor, T: int) -> Tensor:
    before = torch.arange(T, device=lengths.device).expand(len(lengths), T) < lengths.unsqueeze(1)
    return ~before.unsqueeze(1).unsqueeze(2)

# %% triangle | right
# rows of a triangle, one for every length
def padding_mask(lengths: Tensor, T: int) -> Tensor:
    table = torch.ones(T + 1, T, dtype=torch.bool, device=lengths.device).triu()
    return table[lengths.clamp(0, T)][:, None, None]

# %% further_argument | right
# a further parameter
def padding_mask(lengths: Tensor, T: int, heads: int = 1) -> Tensor:
    padding = torch.arange(T, device=lengths.device)[None] >= lengths[:, None]
    return padding[:, None, None].expand(-1, heads, -1, -1)

# %% strictly_after | wrong | mask | core | mistake: padding-one-late
# the first token of the padding is seen
#-     padding = positions[None, :] >= lengths[:, None]
#+     padding = positions[None, :] > lengths[:, None]

# %% one_early | wrong | mask | core | mistake: padding-one-early
# the last token of the sentence is hidden
#-     padding = positions[None, :] >= lengths[:, None]
#+     padding = positions[None, :] >= lengths[:, None] - 1

# %% inverted | wrong | mask | core | mistake: mask-inverted
# True where attending is allowed
#-     padding = positions[None, :] >= lengths[:, None]
#+     padding = positions[None, :] < lengths[:, None]

# %% padded_left | wrong | mask | core | mistake: padding-in-front
# the padding stands in front of the sentence
#-     padding = positions[None, :] >= lengths[:, None]
#+     padding = positions[None, :] < T - lengths[:, None]

# %% sentences_turned | wrong | mask | core | mistake: padding-sentences-turned
# the sentences are in reverse order
def padding_mask(lengths: Tensor, T: int) -> Tensor:
    padding = torch.arange(T, device=lengths.device)[None] >= lengths[:, None]
    return padding.flip(0)[:, None, None]

# %% nothing_hidden | wrong | mask | core | mistake: no-mask
# nothing is hidden
def padding_mask(lengths: Tensor, T: int) -> Tensor:
    return torch.zeros(len(lengths), 1, 1, T, dtype=torch.bool, device=lengths.device)

# %% everything_hidden | wrong | mask | core | mistake: all-masked
# everything is hidden
def padding_mask(lengths: Tensor, T: int) -> Tensor:
    return torch.ones(len(lengths), 1, 1, T, dtype=torch.bool, device=lengths.device)

# %% first_sentence | wrong | mask | core | mistake: padding-of-first
# the length of the first sentence counts for all
def padding_mask(lengths: Tensor, T: int) -> Tensor:
    padding = torch.arange(T, device=lengths.device)[None] >= lengths[:1, None]
    return padding.repeat(len(lengths), 1)[:, None, None]

# %% longest | wrong | mask | core | mistake: padding-of-longest
# every sentence is as long as the longest
def padding_mask(lengths: Tensor, T: int) -> Tensor:
    padding = torch.arange(T, device=lengths.device)[None] >= lengths.max()
    return padding.repeat(len(lengths), 1)[:, None, None]

# %% only_the_first | wrong | mask | core | mistake: padding-first-only
# only the first token of the padding is hidden
#-     padding = positions[None, :] >= lengths[:, None]
#+     padding = positions[None, :] == lengths[:, None]

# %% empty_kept | wrong | mask | core | mistake: padding-empty
# an empty sentence keeps its first token
#-     padding = positions[None, :] >= lengths[:, None]
#+     padding = positions[None, :] >= lengths.clamp(min=1)[:, None]

# %% too_long | wrong | mask | core | mistake: padding-too-long
# a length above T is counted round
#-     padding = positions[None, :] >= lengths[:, None]
#+     padding = positions[None, :] >= (lengths - 1)[:, None] % T + 1

# %% too_long_raises | wrong | vocabulary | core | mistake: padding-too-long
# a length above T is an error
def padding_mask(lengths: Tensor, T: int) -> Tensor:
    table = torch.ones(T + 1, T, dtype=torch.bool, device=lengths.device).triu()
    return table[lengths][:, None, None]

# %% with_the_triangle | wrong | mask | core | mistake: causal-mask-added
# joined with the causal mask at once
def padding_mask(lengths: Tensor, T: int) -> Tensor:
    padding = torch.arange(T, device=lengths.device)[None] >= lengths[:, None]
    return padding[:, None, None] | causal_mask(T, lengths.device)

# %% matrix | wrong | shape | core | mistake: mask-axes-missing
# shape (B, T)
#-     return padding[:, None, None, :]
#+     return padding

# %% three_dimensions | wrong | shape | core | mistake: mask-axes-missing
# shape (B, 1, T)
#-     return padding[:, None, None, :]
#+     return padding[:, None]

# %% queries | wrong | shape | core | mistake: padding-of-queries
# shape (B, 1, T, 1): the queries are hidden
#-     return padding[:, None, None, :]
#+     return padding[:, None, :, None]

# %% square | wrong | shape | core | mistake: mask-dimensions
# shape (B, 1, T, T)
#-     return padding[:, None, None, :]
#+     return padding[:, None, None, :].expand(-1, 1, T, T)

# %% batch_second | wrong | shape | core | mistake: mask-dimensions
# shape (1, B, 1, T)
#-     return padding[:, None, None, :]
#+     return padding[None, :, None, :]

# %% to_the_longest | wrong | shape | core | mistake: padding-to-longest
# as many positions as the longest sentence has
#-     positions = torch.arange(T, device=lengths.device)
#+     positions = torch.arange(int(lengths.max()), device=lengths.device)

# %% float | wrong | dtype | core | mistake: numbers-for-booleans
# float instead of bool
#-     return padding[:, None, None, :]
#+     return padding[:, None, None, :].float()

# %% int | wrong | dtype | core | mistake: numbers-for-booleans
# whole numbers instead of bool
#-     return padding[:, None, None, :]
#+     return padding[:, None, None, :].long()

# %% additive | wrong | values | core | mistake: numbers-for-booleans
# 0 and -inf instead of bool
#-     return padding[:, None, None, :]
#+     return torch.zeros(len(lengths), 1, 1, T, device=lengths.device).masked_fill(padding[:, None, None], -torch.inf)

# %% list_of_lists | wrong | values | core | mistake: list-for-tensor
# a list of lists
def padding_mask(lengths: Tensor, T: int) -> Tensor:
    return [[[[position >= length for position in range(T)]]] for length in lengths.tolist()]

# %% nothing_returned | wrong | values | core | mistake: returns-none
# the mask is not returned
#-     return padding[:, None, None, :]
#+     padding[:, None, None, :]

# %% cpu | wrong | device | robustness | mistake: device-ignored
# positions on the CPU
#-     positions = torch.arange(T, device=lengths.device)
#+     positions = torch.arange(T)

# %% in_place | wrong | state | robustness | mistake: input-changed-in-place
# the lengths are cut to T in place
#-     padding = positions[None, :] >= lengths[:, None]
#+     padding = positions[None, :] >= lengths.sub_(1).clamp_(max=T)[:, None] + 1

# %% cached | wrong | state | core | mistake: first-mask-kept
# keeps the first mask
KEPT = []


def padding_mask(lengths: Tensor, T: int) -> Tensor:
    if not KEPT:
        KEPT.append((torch.arange(T, device=lengths.device)[None] >= lengths[:, None])[:, None, None])
    return KEPT[0]

# %% cached_by_size | wrong | state | core | mistake: first-mask-kept
# remembers the mask of a size, whatever the lengths
KEPT = {}


def padding_mask(lengths: Tensor, T: int) -> Tensor:
    key = (len(lengths), T)
    if key not in KEPT:
        KEPT[key] = (torch.arange(T, device=lengths.device)[None] >= lengths[:, None])[:, None, None]
    return KEPT[key]

# %% seeds | wrong | state | robustness | mistake: generator-seeded
# seeds the generator
#-     positions = torch.arange(T, device=lengths.device)
#+     torch.manual_seed(0)
#+     positions = torch.arange(T, device=lengths.device)

# %% other_argument | wrong | vocabulary | robustness | mistake: argument-names
# the second parameter has another name
def padding_mask(lengths: Tensor, length: int) -> Tensor:
    return (torch.arange(length, device=lengths.device)[None] >= lengths[:, None])[:, None, None]
