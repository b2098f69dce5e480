# Wrong and right programs of split_heads; docs/reference/programs.md describes the form.

# %% any_leading | right
# any leading dimensions
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    *leading, T, width = x.shape
    assert width % num_heads == 0
    return x.reshape(*leading, T, num_heads, width // num_heads).transpose(-2, -3)

# %% asserts | right
# checks and raises
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    if width % num_heads != 0:
        raise ValueError("num_heads must divide the width")
    return x.contiguous().view(B, T, num_heads, -1).transpose(1, 2).contiguous()

# %% chunk | right
# chunks, stacked
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    return torch.stack(x.chunk(num_heads, dim=-1), dim=1)

# %% contiguous | right
# contiguous at the end
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    return x.reshape(B, T, num_heads, -1).transpose(-3, -2).contiguous()

# %% filled | right
# fills a new tensor
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    d_h = width // num_heads
    out = x.new_zeros(B, num_heads, T, d_h)
    for head in range(num_heads):
        out[:, head] = x[:, :, head * d_h : (head + 1) * d_h]
    return out

# %% index | right
# indices of columns
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    columns = torch.arange(x.shape[-1], device=x.device).reshape(num_heads, -1)  # (h, d_h)
    return x[:, :, columns].transpose(1, 2)

# %% one_hot | right
# a product with a matrix that selects
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    select = torch.eye(width, dtype=x.dtype, device=x.device).reshape(width, num_heads, -1)
    return torch.einsum("btc,chd->bhtd", x, select)

# %% permute | right
# reshape and permute
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    return x.reshape(B, T, num_heads, -1).permute(0, 2, 1, 3)

# %% slices | right
# slices, one by one
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    width = x.size(2) // num_heads
    return torch.stack([x[:, :, i * width : (i + 1) * width] for i in range(num_heads)], dim=1)

# %% split | right
# pieces of a width, stacked
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    return torch.stack(torch.split(x, x.shape[-1] // num_heads, dim=2), dim=-3)

# %% swapaxes | right
# swapaxes
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    d_h = int(width / num_heads)
    return torch.swapaxes(torch.reshape(x, (B, T, num_heads, d_h)), 1, 2)

# %% tensor_split | right
# tensor_split and unsqueeze
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    return torch.cat([head.unsqueeze(1) for head in torch.tensor_split(x, num_heads, dim=-1)], dim=1)

# %% unflatten | right
# unflatten
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    return x.unflatten(2, (num_heads, x.size(2) // num_heads)).movedim(2, 1)

# %% view_right | right
# view and transpose
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    return x.view(B, T, num_heads, width // num_heads).transpose(1, 2)

# %% detached | wrong | autograd | core | mistake: gradients-cut
# detaches
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    return x.detach().reshape(B, T, num_heads, -1).transpose(1, 2)

# %% numpy | wrong | autograd | core | mistake: through-numpy
# a detour over numpy
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    return torch.from_numpy(x.detach().numpy().reshape(B, T, num_heads, -1).transpose(0, 2, 1, 3).copy())

# %% rebuilt | wrong | autograd | core | mistake: through-python-numbers
# builds a new tensor from numbers
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    return torch.tensor(x.tolist(), dtype=x.dtype).reshape(B, T, num_heads, -1).transpose(1, 2)

# %% batch_as_heads | wrong | axis | core | mistake: batch-mixed
# right when batch and heads are as many
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    return x.reshape(T, B, num_heads, -1).permute(1, 2, 0, 3)

# %% swapped_batch | wrong | axis | core | mistake: batch-moved
# batch and heads change places
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    return x.reshape(B, T, num_heads, -1).transpose(0, 2)

# %% cpu | wrong | device | robustness | mistake: moved-to-cpu
# fills zeros on the CPU
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape

    out = torch.zeros(B, num_heads, T, width // num_heads)
    for head in range(num_heads):
        out[:, head] = x[..., head * width // num_heads : (head + 1) * width // num_heads]
    return out

# %% float32 | wrong | dtype | robustness | mistake: result-float32
# always float32
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    return x.float().reshape(B, T, num_heads, -1).transpose(1, 2)

# %% long | wrong | dtype | core | mistake: whole-numbers
# rounds to whole numbers
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    return x.reshape(B, T, num_heads, -1).transpose(1, 2).long()

# %% through_float32 | wrong | dtype | robustness | mistake: computed-in-float32 | public: digits
# float32 on the way, and back
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    heads = x.float().unflatten(-1, (num_heads, -1)).transpose(1, 2)
    return heads.to(x.dtype)

# %% all_columns | wrong | heads | core | mistake: heads-left-out
# every head gets all columns
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    return x.unsqueeze(1).repeat(1, num_heads, 1, 1)

# %% columns_reversed | wrong | heads | core | mistake: heads-rearranged
# columns of each head in reverse order
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    return torch.stack(x.chunk(num_heads, dim=-1), dim=1).flip(-1)

# %% copied_heads | wrong | heads | core | mistake: first-head-for-all
# every head gets the first columns
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    return x[..., : width // num_heads].unsqueeze(1).repeat(1, num_heads, 1, 1)

# %% fixed_heads | wrong | heads | core | mistake: heads-capped
# two heads if there are two, else three
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    num_heads = num_heads if num_heads <= 2 else 3
    return x.reshape(B, T, num_heads, -1).transpose(1, 2)

# %% heads_first | wrong | heads | core | mistake: heads-first
# heads before the batch
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    return torch.stack(x.chunk(num_heads, dim=-1))

# %% heads_last | wrong | heads | core | mistake: heads-not-transposed
# heads behind the columns
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    return torch.stack(x.chunk(num_heads, dim=-1), dim=-1)

# %% interleaved | wrong | heads | core | mistake: heads-interleaved
# neighbouring columns go to different heads
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    return x.reshape(B, T, width // num_heads, num_heads).permute(0, 3, 1, 2)

# %% interleaved_view | wrong | heads | core | mistake: heads-interleaved
# neighbouring columns go to different heads, and tokens come last
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    return x.reshape(B, T, width // num_heads, num_heads).transpose(1, 3).transpose(2, 3)

# %% no_transpose | wrong | heads | core | mistake: heads-not-transposed
# heads stay behind the tokens
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    return x.view(B, T, num_heads, width // num_heads)

# %% off_by_one | wrong | heads | core | mistake: heads-rearranged
# starts every head one column late
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    return x.roll(-1, dims=-1).reshape(B, T, num_heads, -1).transpose(1, 2)

# %% overlapping | wrong | heads | core | mistake: heads-rearranged
# windows that overlap
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    size = width // num_heads
    return torch.stack([x[..., i : i + size] for i in range(num_heads)], dim=1)

# %% reversed | wrong | heads | core | mistake: heads-reversed
# heads in reverse order
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    return torch.stack(x.chunk(num_heads, dim=-1)[::-1], dim=1)

# %% split_size | wrong | heads | core | mistake: head-count-and-width
# uses the number of heads as the size of a piece
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    return torch.stack(x.split(num_heads, dim=-1), dim=1)

# %% swaps_when_equal | wrong | heads | core | mistake: heads-rearranged
# looks for the axis by its size
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape

    heads = x.reshape(B, T, num_heads, -1)
    return heads if heads.shape[1] == num_heads else heads.transpose(1, 2)

# %% tokens_split | wrong | heads | core | mistake: heads-by-view
# splits the tokens in place of the columns
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    return (
        x.reshape(B, T, num_heads, -1).transpose(1, 2)
        if T % num_heads
        else torch.stack(x.chunk(num_heads, dim=1), dim=1).reshape(B, num_heads, T, -1)
    )

# %% transposed_heads | wrong | heads | core | mistake: heads-and-width-turned
# each head is transposed
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    return x.reshape(B, T, num_heads, -1).permute(0, 2, 3, 1)

# %% view | wrong | heads | core | mistake: heads-by-view
# reshapes at once, without moving an axis
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    return x.reshape(B, num_heads, T, width // num_heads)

# %% width_is_number | wrong | heads | core | mistake: head-count-and-width
# takes the number of heads for their width
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    return x.reshape(B, T, -1, num_heads).transpose(1, 2)

# %% scaled | wrong | scale | core | mistake: result-rescaled
# divides by the square root of the width
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    heads = x.reshape(B, T, num_heads, -1).transpose(1, 2)
    return heads / heads.shape[-1] ** 0.5

# %% batch_heads_flat | wrong | shape | core | mistake: batch-merged
# heads and batch in one dimension
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    return x.reshape(B, T, num_heads, -1).transpose(1, 2).reshape(B * num_heads, T, -1)

# %% batch_of_one | wrong | shape | core | mistake: batch-mixed
# the first sentence for all
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    heads = x[:1].reshape(1, x.shape[1], num_heads, -1).transpose(1, 2)
    return heads.expand(x.shape[0], -1, -1, -1)

# %% eight | wrong | shape | core | mistake: length-limited
# refuses more than eight tokens
def split_heads(x, num_heads):
    B, T, D = x.shape
    assert T <= 8
    return x.reshape(B, T, num_heads, D // num_heads).transpose(1, 2)

# %% first_150 | wrong | shape | robustness | mistake: length-cut-off
# tokens after the first 150 are lost
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    return x[:, :150].unflatten(-1, (num_heads, -1)).transpose(1, 2)

# %% list | wrong | shape | core | mistake: list-for-tensor
# returns a list of heads
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    return list(x.chunk(num_heads, dim=-1))

# %% no_batch | wrong | shape | core | mistake: first-of-batch
# a result for one sentence only
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    return x[0].reshape(x.shape[1], num_heads, -1).transpose(0, 1)[None]

# %% nothing | wrong | shape | core | mistake: returns-none
# returns nothing
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    x.reshape(B, T, num_heads, -1).transpose(1, 2)

# %% one_column_squeezed | wrong | shape | robustness | mistake: size-one-squeezed | public: sizes
# heads of one column lose their dimension
#-     return by_token.transpose(1, 2)
#+     return (by_token.squeeze(-1) if by_token.shape[-1] == 1 else by_token).transpose(1, 2)

# %% one_token_squeezed | wrong | shape | robustness | mistake: size-one-squeezed | public: sizes
# a single token loses its dimension
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    heads = x.unflatten(-1, (num_heads, -1)).transpose(1, 2)
    return heads.squeeze(2) if x.shape[1] == 1 else heads

# %% room_for_128 | wrong | shape | robustness | mistake: length-limited
# room for 128 tokens
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    room = x.new_zeros(B, num_heads, 128, width // num_heads)
    room[:, :, :T] = x.unflatten(-1, (num_heads, -1)).transpose(1, 2)
    return room[:, :, :T]

# %% squeezed | wrong | shape | robustness | mistake: size-one-squeezed
# dimensions of size one are lost
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    return x.reshape(B, T, num_heads, -1).transpose(1, 2).squeeze()

# %% squeezed_batch | wrong | shape | robustness | mistake: size-one-squeezed
# a batch of one is lost
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    out = x.reshape(B, T, num_heads, -1).transpose(1, 2)
    return out.squeeze(0)

# %% as_strided | wrong | state | robustness | mistake: strides-assumed
# strides of a contiguous tensor
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    size = width // num_heads
    return x.as_strided((B, num_heads, T, size), (T * width, size, width, 1))

# %% default_dtype | wrong | state | robustness | mistake: default-dtype-changed | public: settings
# makes the dtype of the input the default of torch
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    torch.set_default_dtype(x.dtype)
    return x.unflatten(-1, (num_heads, -1)).transpose(1, 2)

# %% draws | wrong | state | robustness | mistake: generator-moved
# draws a number
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    torch.rand(1)
    return x.reshape(B, T, num_heads, -1).transpose(1, 2)

# %% flat_view | wrong | state | robustness | mistake: view-of-noncontiguous
# views all numbers in one row first
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    return x.view(-1).view(B, T, num_heads, -1).transpose(1, 2)

# %% grows_by_call | wrong | state | core | mistake: state-grows
# every call scales a little more than the one before
CALLS = []


def split_heads(x: Tensor, num_heads: int) -> Tensor:
    CALLS.append(num_heads)
    return x.unflatten(-1, (num_heads, -1)).transpose(1, 2) * (1 + 0.01 * len(CALLS))

# %% in_place | wrong | state | robustness | mistake: input-changed-in-place
# negates the input afterwards
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    out = x.reshape(B, T, num_heads, -1).transpose(1, 2).clone()
    x.data.neg_()
    return out

# %% kept_by_shape | wrong | state | core | mistake: first-result-kept
# the first result of a shape is kept
KEPT = {}


def split_heads(x: Tensor, num_heads: int) -> Tensor:
    key = (x.shape, num_heads, x.dtype, x.device, x.requires_grad)
    if key not in KEPT or x.requires_grad:
        KEPT[key] = x.unflatten(-1, (num_heads, -1)).transpose(1, 2)
    return KEPT[key]

# %% one_result_for_all | wrong | state | core | mistake: result-memory-shared
# writes every result of a shape into the same tensor
KEPT = {}


def split_heads(x: Tensor, num_heads: int) -> Tensor:
    out = x.unflatten(-1, (num_heads, -1)).transpose(1, 2).clone()
    if x.requires_grad:
        return out
    kept = KEPT.setdefault((out.shape, out.dtype, out.device), out)
    return kept.copy_(out)

# %% renamed_argument | wrong | state | robustness | mistake: argument-names
# num_heads is called h
def split_heads(x: Tensor, h: int) -> Tensor:
    B, T, C = x.shape
    return x.reshape(B, T, h, C // h).transpose(1, 2)

# %% last_head_unfilled | wrong | unfilled | core | mistake: memory-unfilled
# the last head is never written
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    d_h = width // num_heads
    out = torch.empty(B, num_heads, T, d_h, dtype=x.dtype, device=x.device)
    for i in range(num_heads - 1):
        out[:, i] = x[..., i * d_h : (i + 1) * d_h]
    return out

# %% token_order | wrong | values | core | mistake: tokens-reversed
# reverses the tokens
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    return x.reshape(B, T, num_heads, -1).transpose(1, 2).flip(2)
