# Wrong and right programs of merge_heads; docs/reference/programs.md describes the form.

# %% any_leading | right
# any leading dimensions
#-     return x.transpose(1, 2).flatten(start_dim=2)
#+     *leading, h, T, d_h = x.shape
#+     return x.transpose(-3, -2).reshape(*leading, T, h * d_h)

# %% cat | right
# heads one beside the other
#-     return x.transpose(1, 2).flatten(start_dim=2)
#+     return torch.cat(x.unbind(dim=1), dim=-1)

# %% contiguous_view | right
# transpose, contiguous, view
#-     return x.transpose(1, 2).flatten(start_dim=2)
#+     B, h, T, d_h = x.shape
#+     return x.transpose(1, 2).contiguous().view(B, T, h * d_h)

# %% einops_like | right
# movedim and flatten
#-     return x.transpose(1, 2).flatten(start_dim=2)
#+     return x.movedim(1, 2).flatten(-2, -1)

# %% extra_parameter | right
# a further parameter with a default
def merge_heads(x: Tensor, num_heads: int | None = None) -> Tensor:
    B, h, T, d_h = x.shape
    num_heads = h if num_heads is None else num_heads
    return x.transpose(1, 2).contiguous().view(B, T, num_heads * d_h)

# %% filled | right
# fills a new tensor
def merge_heads(x: Tensor) -> Tensor:
    B, h, T, d_h = x.shape
    out = x.new_empty((B, T, h * d_h))
    for i in range(h):
        out[..., i * d_h : (i + 1) * d_h] = x[:, i]
    return out

# %% one_hot | right
# a product with a matrix that puts columns in place
#-     return x.transpose(1, 2).flatten(start_dim=2)
#+     B, h, T, d_h = x.shape
#+     place = torch.eye(h * d_h, dtype=x.dtype, device=x.device).reshape(h, d_h, -1)
#+     return torch.einsum("bhtd,hdc->btc", x, place)

# %% permute | right
# permute and reshape
#-     return x.transpose(1, 2).flatten(start_dim=2)
#+     return x.permute(0, 2, 1, 3).reshape(x.size(0), x.size(2), -1)

# %% reshape | right
# transpose and reshape
#-     return x.transpose(1, 2).flatten(start_dim=2)
#+     B, h, T, d_h = x.shape
#+     return x.transpose(1, 2).reshape(B, T, h * d_h)

# %% slices | right
# concatenates slices
#-     return x.transpose(1, 2).flatten(start_dim=2)
#+     return torch.cat([x[:, head] for head in range(x.shape[1])], dim=2)

# %% squeeze_split | right
# split and squeeze of one dimension
#-     return x.transpose(1, 2).flatten(start_dim=2)
#+     return torch.cat([head.squeeze(1) for head in torch.split(x, 1, dim=1)], dim=-1)

# %% swapaxes | right
# swapaxes
#-     return x.transpose(1, 2).flatten(start_dim=2)
#+     y = x.swapaxes(1, 2)
#+     return torch.reshape(y, y.shape[:2] + (-1,))

# %% detached | wrong | autograd | core | mistake: gradients-cut
# detaches
#-     return x.transpose(1, 2).flatten(start_dim=2)
#+     return x.detach().transpose(1, 2).flatten(2)

# %% numpy | wrong | autograd | core | mistake: through-numpy
# a detour over numpy
#-     return x.transpose(1, 2).flatten(start_dim=2)
#+     B, h, T, d_h = x.shape
#+     return torch.from_numpy(x.detach().numpy().transpose(0, 2, 1, 3).reshape(B, T, h * d_h).copy())

# %% along_tokens | wrong | axis | core | mistake: merged-along-tokens
# heads one below the other
#-     return x.transpose(1, 2).flatten(start_dim=2)
#+     return torch.cat(x.unbind(1), dim=1)

# %% swapped_batch | wrong | axis | core | mistake: batch-moved
# batch and tokens change places
#-     return x.transpose(1, 2).flatten(start_dim=2)
#+     return x.transpose(0, 2).transpose(1, 2).flatten(2)

# %% wrong_permute | wrong | axis | core | mistake: batch-mixed
# batch behind the tokens
#-     return x.transpose(1, 2).flatten(start_dim=2)
#+     B, h, T, d_h = x.shape
#+     return x.permute(2, 0, 1, 3).reshape(B, T, h * d_h)

# %% cpu | wrong | device | robustness | mistake: moved-to-cpu
# fills zeros on the CPU
def merge_heads(x: Tensor) -> Tensor:
    B, h, T, d_h = x.shape
    out = torch.zeros(B, T, h * d_h)
    for i in range(h):
        out[:, :, i * d_h : (i + 1) * d_h] = x[:, i]
    return out

# %% float32 | wrong | dtype | robustness | mistake: result-float32
# always float32
#-     return x.transpose(1, 2).flatten(start_dim=2)
#+     return x.transpose(1, 2).flatten(2).float()

# %% long | wrong | dtype | core | mistake: whole-numbers
# rounds to whole numbers
#-     return x.transpose(1, 2).flatten(start_dim=2)
#+     return x.transpose(1, 2).flatten(2).long()

# %% through_float32 | wrong | dtype | robustness | mistake: computed-in-float32 | public: digits
# float32 on the way, and back
#-     return x.transpose(1, 2).flatten(start_dim=2)
#+     return x.float().transpose(1, 2).flatten(start_dim=2).to(x.dtype)

# %% axis_by_size | wrong | heads | core | mistake: heads-rearranged
# moves an axis only when the sizes differ
#-     return x.transpose(1, 2).flatten(start_dim=2)
#+     B, h, T, d_h = x.shape
#+     return (x if h == T else x.transpose(1, 2)).reshape(B, T, h * d_h)

# %% columns_reversed | wrong | heads | core | mistake: heads-rearranged
# columns of each head in reverse order
#-     return x.transpose(1, 2).flatten(start_dim=2)
#+     return x.flip(-1).transpose(1, 2).flatten(2)

# %% first_head | wrong | heads | core | mistake: heads-repeated
# the first head repeated
#-     return x.transpose(1, 2).flatten(start_dim=2)
#+     return x[:, 0].repeat(1, 1, x.shape[1])

# %% interleaved | wrong | heads | core | mistake: merged-interleaved
# columns of the heads alternate
#-     return x.transpose(1, 2).flatten(start_dim=2)
#+     B, h, T, d_h = x.shape
#+     return x.permute(0, 2, 3, 1).reshape(B, T, h * d_h)

# %% mean | wrong | heads | core | mistake: heads-averaged
# averages the heads
#-     return x.transpose(1, 2).flatten(start_dim=2)
#+     return x.mean(dim=1)

# %% reversed | wrong | heads | core | mistake: merged-reversed
# heads in reverse order
#-     return x.transpose(1, 2).flatten(start_dim=2)
#+     return x.flip(1).transpose(1, 2).flatten(2)

# %% square | wrong | heads | core | mistake: merged-without-transpose
# right when tokens and heads are as many
#-     return x.transpose(1, 2).flatten(start_dim=2)
#+     B, h, T, d_h = x.shape
#+     return x.reshape(B, T, h, d_h).flatten(2) if h != T else x.transpose(1, 2).flatten(2)

# %% summed | wrong | heads | core | mistake: heads-summed
# adds the heads
#-     return x.transpose(1, 2).flatten(start_dim=2)
#+     return x.sum(dim=1)

# %% two_heads | wrong | heads | core | mistake: heads-left-out
# only the first two heads
#-     return x.transpose(1, 2).flatten(start_dim=2)
#+     return torch.cat([x[:, 0], x[:, min(1, x.shape[1] - 1)]], dim=-1)

# %% view | wrong | heads | core | mistake: merged-without-transpose
# reshapes at once, without moving an axis
#-     return x.transpose(1, 2).flatten(start_dim=2)
#+     B, h, T, d_h = x.shape
#+     return x.reshape(B, T, h * d_h)

# %% wrong_transpose | wrong | heads | core | mistake: merged-last-dimensions
# swaps tokens and columns
#-     return x.transpose(1, 2).flatten(start_dim=2)
#+     B, h, T, d_h = x.shape
#+     return x.transpose(2, 3).reshape(B, T, h * d_h)

# %% scaled | wrong | scale | core | mistake: result-rescaled
# divides by the number of heads
#-     return x.transpose(1, 2).flatten(start_dim=2)
#+     return x.transpose(1, 2).flatten(2) / x.shape[1]

# %% batch_first_only | wrong | shape | core | mistake: batch-mixed
# the first sentence for all
#-     return x.transpose(1, 2).flatten(start_dim=2)
#+     merged = x[:1].transpose(1, 2).flatten(2)
#+     return merged.expand(x.shape[0], -1, -1)

# %% eight | wrong | shape | core | mistake: length-limited
# refuses more than eight tokens
def merge_heads(x):
    assert x.shape[2] <= 8
    return x.transpose(1, 2).flatten(2)

# %% first_150 | wrong | shape | robustness | mistake: length-cut-off
# tokens after the first 150 are lost
#-     return x.transpose(1, 2).flatten(start_dim=2)
#+     return x[:, :, :150].transpose(1, 2).flatten(start_dim=2)

# %% flatten | wrong | shape | core | mistake: merged-along-tokens
# flattens heads and tokens
#-     return x.transpose(1, 2).flatten(start_dim=2)
#+     return x.flatten(1, 2)

# %% no_batch | wrong | shape | core | mistake: first-of-batch
# drops the batch
#-     return x.transpose(1, 2).flatten(start_dim=2)
#+     return x[0].transpose(0, 1).flatten(1)

# %% nothing | wrong | shape | core | mistake: returns-none
# returns nothing
#-     return x.transpose(1, 2).flatten(start_dim=2)
#+     x.transpose(1, 2).flatten(2)

# %% only_transposed | wrong | shape | core | mistake: heads-not-merged
# moves the axis and leaves four dimensions
#-     return x.transpose(1, 2).flatten(start_dim=2)
#+     return x.transpose(1, 2)

# %% squeezed | wrong | shape | robustness | mistake: size-one-squeezed
# dimensions of size one are lost
#-     return x.transpose(1, 2).flatten(start_dim=2)
#+     return x.transpose(1, 2).flatten(2).squeeze()

# %% squeezed_one_head | wrong | shape | robustness | mistake: size-one-squeezed | public: sizes
# one head is squeezed away and the batch with it
#-     return x.transpose(1, 2).flatten(start_dim=2)
#+     B, h, T, d_h = x.shape
#+     return x.squeeze().unsqueeze(0) if h == 1 else x.transpose(1, 2).flatten(2)

# %% stacked | wrong | shape | core | mistake: heads-stacked
# heads on a last axis of their own
#-     return x.transpose(1, 2).flatten(start_dim=2)
#+     return torch.stack(x.unbind(1), dim=-1)

# %% tokens_flattened | wrong | shape | core | mistake: dimensions-flattened
# all tokens in one row
#-     return x.transpose(1, 2).flatten(start_dim=2)
#+     return x.transpose(1, 2).flatten(1)

# %% tuple | wrong | shape | core | mistake: more-returned
# returns the shape as well
#-     return x.transpose(1, 2).flatten(start_dim=2)
#+     return x.transpose(1, 2).flatten(2), x.shape

# %% as_strided | wrong | state | robustness | mistake: strides-assumed
# strides of a contiguous tensor
#-     return x.transpose(1, 2).flatten(start_dim=2)
#+     B, h, T, d_h = x.shape
#+     return x.as_strided((B, T, h, d_h), (h * T * d_h, d_h, T * d_h, 1)).reshape(B, T, h * d_h)

# %% default_dtype | wrong | state | robustness | mistake: default-dtype-changed | public: settings
# makes the dtype of the input the default of torch
def merge_heads(x: Tensor) -> Tensor:
    torch.set_default_dtype(x.dtype)
    return x.transpose(1, 2).flatten(start_dim=2)

# %% in_place | wrong | state | robustness | mistake: input-changed-in-place
# adds one to the input meanwhile
#-     return x.transpose(1, 2).flatten(start_dim=2)
#+     out = x.transpose(1, 2).flatten(2).clone()
#+     x.data.add_(1)
#+     return out

# %% kept_by_shape | wrong | state | core | mistake: first-result-kept
# the first result of a shape is kept
KEPT = {}
#-     return x.transpose(1, 2).flatten(start_dim=2)
#+     key = (x.shape, x.dtype, x.device)
#+     if key not in KEPT or x.requires_grad:
#+         KEPT[key] = x.transpose(1, 2).flatten(start_dim=2)
#+     return KEPT[key]

# %% needs_number | wrong | state | core | mistake: argument-added
# asks for the number of heads
def merge_heads(x: Tensor, num_heads: int) -> Tensor:
    B, h, T, d_h = x.shape
    return x.transpose(1, 2).reshape(B, T, num_heads * d_h)

# %% one_result_for_all | wrong | state | core | mistake: result-memory-shared
# writes every result of a shape into the same tensor
KEPT = {}


def merge_heads(x: Tensor) -> Tensor:
    out = x.transpose(1, 2).flatten(start_dim=2).clone()
    if x.requires_grad:
        return out
    kept = KEPT.setdefault((out.shape, out.dtype, out.device), out)
    return kept.copy_(out)

# %% renamed_argument | wrong | state | robustness | mistake: argument-names
# x is called heads
def merge_heads(heads: Tensor) -> Tensor:
    return heads.transpose(1, 2).flatten(start_dim=2)

# %% view_after_transpose | wrong | state | core | mistake: view-of-noncontiguous | also: view-of-other-memory
# view of a transposed tensor
#-     return x.transpose(1, 2).flatten(start_dim=2)
#+     B, h, T, d_h = x.shape
#+     return x.transpose(1, 2).view(B, T, h * d_h)

# %% uninitialised | wrong | unfilled | core | mistake: memory-unfilled
# memory that may still hold the right result
#-     return x.transpose(1, 2).flatten(start_dim=2)
#+     B, h, T, d_h = x.shape
#+     x.transpose(1, 2).reshape(B, T, h * d_h)
#+     return x.new_empty((B, T, h * d_h))
