# Wrong and right programs of MultiHeadAttentionWrapper; docs/reference/programs.md describes the form.

# %% appended | right
# appends head by head
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList()
#+         for _ in range(num_heads):
#+             self.heads.append(SelfAttention(d_in, d_out_kq, d_out_v))

# %% einsum | right
# all heads in one product each
class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> None:
        super().__init__()
        self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = (
            torch.einsum("...td,hde->...hte", x, torch.stack([getattr(head, name) for head in self.heads]))
            for name in ("W_query", "W_key", "W_value")
        )
        weights = torch.softmax(queries @ keys.mT / keys.shape[-1] ** 0.5, dim=-1)
        return (weights @ values).transpose(-3, -2).flatten(-2)

# %% filled_right | right
# fills a new tensor
class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> None:
        super().__init__()
        self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])

    def forward(self, x: Tensor) -> Tensor:
        width = self.heads[0].W_value.shape[-1]
        out = x.new_empty(*x.shape[:-1], width * len(self.heads))
        for place, head in enumerate(self.heads):
            out[..., place * width : (place + 1) * width] = head(x)
        return out

# %% generator | right
# a generator and torch.concat
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         return torch.concat(tuple(head(x) for head in self.heads), axis=-1)

# %% hstack | right
# concatenates transposed
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         return torch.cat([head(x).transpose(-2, -1) for head in self.heads], dim=-2).transpose(-2, -1)

# %% keeps_sizes | right
# keeps sizes as attributes
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
#+         self.num_heads, self.d_out_v = num_heads, d_out_v
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         outputs = [self.heads[i](x) for i in range(self.num_heads)]
#+         return torch.cat(outputs, dim=x.dim() - 1)

# %% map | right
# map
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         return torch.cat(list(map(lambda head: head(x), self.heads)), -1)

# %% modulelist_subclass_call | right
# extends an empty list
class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> None:
        super().__init__()
        self.heads = nn.ModuleList()
        self.heads.extend([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])

    def forward(self, x: Tensor) -> Tensor:
        return (
            torch.hstack([head(x) for head in self.heads])
            if x.dim() == 2
            else torch.cat([head(x) for head in self.heads], dim=-1)
        )

# %% one_by_one | right
# concatenates in a loop
class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> None:
        super().__init__()
        self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])

    def forward(self, x: Tensor) -> Tensor:
        out = self.heads[0](x)
        for head in self.heads[1:]:
            out = torch.cat((out, head(x)), dim=-1)
        return out

# %% own_head | right
# defines the head again, with operations of its own
class SelfAttention(nn.Module):
    def __init__(self, d_in, d_out_kq, d_out_v):
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x):
        keys, queries, values = x @ self.W_key, x @ self.W_query, x @ self.W_value
        scores = queries @ keys.mT
        return torch.softmax(scores / self.d_out_kq**0.5, dim=-1) @ values
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])

# %% stack_flatten | right
# stacks before the columns and flattens
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         return torch.stack([head(x) for head in self.heads], dim=-2).flatten(-2)

# %% super_arguments | right
# old style of calling super, further parameter
#-     def __init__(self, d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> None:
#-         super().__init__()
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+     def __init__(self, d_in: int, d_out_kq: int, d_out_v: int, num_heads: int = 2, verbose: bool = False) -> None:
#+         super(MultiHeadAttentionWrapper, self).__init__()
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])

# %% library_attention | allowed
# the rule is about MultiHeadAttention; the heads may use the library
class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> None:
        super().__init__()
        self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])

    def forward(self, x: Tensor) -> Tensor:
        outputs = []
        for head in self.heads:
            queries, keys, values = x @ head.W_query, x @ head.W_key, x @ head.W_value
            outputs.append(nn.functional.scaled_dot_product_attention(queries, keys, values))
        return torch.cat(outputs, dim=-1)

# %% detached_heads | wrong | autograd | core | mistake: gradients-cut
# only the first head learns
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         first, *rest = [head(x) for head in self.heads]
#+         return torch.cat([first, *(out.detach() for out in rest)], dim=-1)

# %% detached_input | wrong | autograd | core | mistake: gradients-cut
# detaches the input
class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> None:
        super().__init__()
        self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])

    def forward(self, x: Tensor) -> Tensor:
        x = x.detach()
        return torch.cat([head(x) for head in self.heads], dim=-1)

# %% frozen | wrong | autograd | core | mistake: frozen-parameters
# heads ask for no gradients
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
#+         self.requires_grad_(False)

# %% no_grad | wrong | autograd | core | mistake: no-grad-in-forward
# forward under no_grad
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         with torch.no_grad():
#+             return torch.cat([head(x) for head in self.heads], dim=-1)

# %% numpy | wrong | autograd | core | mistake: through-numpy
# a detour over numpy
import numpy as np
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         return torch.from_numpy(np.concatenate([head(x).detach().numpy() for head in self.heads], axis=-1))

# %% plain_list | wrong | autograd | core | mistake: modules-in-list
# heads in a Python list
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = [SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)]

# %% along_batch | wrong | axis | core | mistake: heads-along-batch
# concatenates along the first dimension
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         return torch.cat([head(x) for head in self.heads])

# %% along_tokens | wrong | axis | core | mistake: heads-along-tokens
# concatenates along the tokens
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         return torch.cat([head(x) for head in self.heads], dim=-2)

# %% dim_one | wrong | axis | core | mistake: heads-along-tokens
# concatenates along dimension 1
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         return torch.cat([head(x) for head in self.heads], dim=1)

# %% dim_two | wrong | axis | core | mistake: leading-dimensions
# right for a batch only
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         return torch.cat([head(x) for head in self.heads], dim=2)

# %% transposed | wrong | axis | core | mistake: values-turned
# swaps tokens and columns
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         return torch.cat([head(x) for head in self.heads], dim=-1).transpose(-2, -1)

# %% filled | wrong | device | robustness | mistake: moved-to-cpu | of: filled_right
# fills a tensor of zeros in float32 on the CPU
#-         out = x.new_empty(*x.shape[:-1], width * len(self.heads))
#+         out = torch.zeros(*x.shape[:-1], width * len(self.heads))

# %% always_float32 | wrong | dtype | robustness | mistake: result-float32
# computes in float32
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         return torch.cat([head(x) for head in self.heads], dim=-1).float()

# %% chained | wrong | heads | core | mistake: heads-chained
# each head reads what the last one returned
class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> None:
        super().__init__()
        self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])

    def forward(self, x: Tensor) -> Tensor:
        outputs = []
        for head in self.heads:
            out = head(x)
            outputs.append(out)
            x = x + out.mean(dim=-1, keepdim=True)
        return torch.cat(outputs, dim=-1)

# %% copies | wrong | heads | core | mistake: heads-alike
# copies of one head
import copy
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         head = SelfAttention(d_in, d_out_kq, d_out_v)
#+         self.heads = nn.ModuleList([copy.deepcopy(head) for _ in range(num_heads)])

# %% eval_mean | wrong | heads | core | mistake: other-in-evaluation
# the heads are averaged in evaluation mode
class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> None:
        super().__init__()
        self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])

    def forward(self, x: Tensor) -> Tensor:
        out = [head(x) for head in self.heads]
        if not self.training:
            out = [sum(out) / len(out)] * len(out)
        return torch.cat(out, dim=-1)

# %% first_150_tokens | wrong | heads | robustness | mistake: length-cut-off | public: long
# tokens after the first 150 are left out of the keys
class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> None:
        super().__init__()
        self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])

    def forward(self, x: Tensor) -> Tensor:
        queries = [head(x) for head in self.heads]
        if x.shape[-2] > 150:
            queries = [head(torch.cat([x[..., :150, :], x[..., :50, :]], dim=-2)) for head in self.heads]
        return torch.cat(queries, dim=-1)[..., : x.shape[-2], :]

# %% first_only | wrong | heads | core | mistake: first-head-for-all
# the first head, num_heads times
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         return torch.cat([self.heads[0](x) for _ in self.heads], dim=-1)

# %% fixed_number | wrong | heads | core | mistake: one-head-too-many
# four heads whatever is asked
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(4)])

# %% interleaved | wrong | heads | core | mistake: heads-interleaved
# columns of the heads alternate
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         return torch.stack([head(x) for head in self.heads], dim=-1).flatten(-2)

# %% last_only | wrong | heads | core | mistake: last-head-for-all
# the last head, num_heads times
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         return torch.cat([self.heads[-1](x) for _ in self.heads], dim=-1)

# %% mean | wrong | heads | core | mistake: heads-averaged
# averages the heads
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         return torch.stack([head(x) for head in self.heads]).mean(dim=0)

# %% one_head_repeated | wrong | heads | core | mistake: one-head-shared
# the same head, num_heads times
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v)] * num_heads)

# %% one_missing | wrong | heads | core | mistake: one-head-left-out
# one head too few
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList(
#+             [SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(1, num_heads)]
#+             or [SelfAttention(d_in, d_out_kq, d_out_v)]
#+         )

# %% one_more | wrong | heads | core | mistake: one-head-too-many
# one head too many
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads + 1)])

# %% one_more_unused | wrong | heads | core | mistake: one-head-too-many
# one head too many, which is not used
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads + 1)])
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         return torch.cat([head(x) for head in self.heads[:-1]], dim=-1)

# %% one_softmax | wrong | heads | core | mistake: one-softmax-for-all
# one softmax over the keys of all heads
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         scores = [(x @ head.W_query) @ (x @ head.W_key).mT / head.W_key.shape[-1] ** 0.5 for head in self.heads]
#+         weights = torch.softmax(torch.cat(scores, dim=-1), dim=-1).chunk(len(self.heads), dim=-1)
#+         return torch.cat([weight @ (x @ head.W_value) for weight, head in zip(weights, self.heads)], dim=-1)

# %% reseeded | wrong | heads | core | mistake: heads-alike
# seeds before each head
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList()
#+         for _ in range(num_heads):
#+             torch.manual_seed(123)
#+             self.heads.append(SelfAttention(d_in, d_out_kq, d_out_v))

# %% reversed | wrong | heads | core | mistake: heads-reversed
# heads in reverse order
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         return torch.cat([head(x) for head in reversed(self.heads)], dim=-1)

# %% room_for_128 | wrong | heads | robustness | mistake: length-cut-off
# room for 128 tokens
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         out = torch.cat([head(x[..., :128, :]) for head in self.heads], dim=-1)
#+         return out

# %% shared_keys | wrong | heads | core | mistake: keys-of-other-heads
# all heads use the keys of the first
class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> None:
        super().__init__()
        self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])

    def forward(self, x: Tensor) -> Tensor:
        outputs = []
        for head in self.heads:
            queries, keys, values = x @ head.W_query, x @ self.heads[0].W_key, x @ head.W_value
            outputs.append(nn.functional.scaled_dot_product_attention(queries, keys, values))
        return torch.cat(outputs, dim=-1)

# %% split_input | wrong | heads | core | mistake: heads-see-slices
# each head sees its own columns of the input only
class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> None:
        super().__init__()
        self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])

    def forward(self, x: Tensor) -> Tensor:
        width = max(1, x.shape[-1] // len(self.heads))
        outputs = []
        for place, head in enumerate(self.heads):
            part = torch.zeros_like(x)
            part[..., place * width : (place + 1) * width] = x[..., place * width : (place + 1) * width]
            outputs.append(head(part))
        return torch.cat(outputs, dim=-1)

# %% summed | wrong | heads | core | mistake: heads-summed
# adds the heads
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         return sum(head(x) for head in self.heads)

# %% viewed | wrong | heads | core | mistake: heads-by-view
# stacks and views without moving the heads
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         out = torch.stack([head(x) for head in self.heads], dim=-3)
#+         return out.reshape(*x.shape[:-1], -1)

# %% causal | wrong | mask | core | mistake: causal-mask-kept
# the heads are causal
class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> None:
        super().__init__()
        self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])

    def forward(self, x: Tensor) -> Tensor:
        outputs = []
        for head in self.heads:
            queries, keys, values = x @ head.W_query, x @ head.W_key, x @ head.W_value
            outputs.append(nn.functional.scaled_dot_product_attention(queries, keys, values, is_causal=True))
        return torch.cat(outputs, dim=-1)

# %% normalised | wrong | normalisation | core | mistake: result-normalised
# normalises the result
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         out = torch.cat([head(x) for head in self.heads], dim=-1)
#+         return nn.functional.layer_norm(out, out.shape[-1:])

# %% identity_projection | wrong | projection | core | mistake: projection-added
# one more parameter, without effect at first
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
#+         self.scale = nn.Parameter(torch.ones(()))
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         return self.scale * torch.cat([head(x) for head in self.heads], dim=-1)

# %% output_projection | wrong | projection | core | mistake: projection-added
# one more projection, of the output
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
#+         self.out = nn.Linear(num_heads * d_out_v, num_heads * d_out_v)
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         return self.out(torch.cat([head(x) for head in self.heads], dim=-1))

# %% scaled_input | wrong | scale | core | mistake: by-number-of-heads
# divides the input among the heads
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         return torch.cat([head(x / len(self.heads)) for head in self.heads], dim=-1)

# %% scaled_output | wrong | scale | core | mistake: result-by-heads
# divides the outputs by the number of heads
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         return torch.cat([head(x) for head in self.heads], dim=-1) / len(self.heads)

# %% batch_shared | wrong | shape | core | mistake: batch-as-sequence
# flattens the batch into one sentence
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         out = torch.cat([head(x.reshape(-1, x.shape[-1])) for head in self.heads], dim=-1)
#+         return out.reshape(*x.shape[:-1], -1)

# %% first_sentence | wrong | shape | core | mistake: first-of-batch
# attends in the first sentence only
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         out = torch.cat([head(x) for head in self.heads], dim=-1)
#+         return out[:1].expand_as(out) if x.dim() > 2 else out

# %% keys_shared | wrong | shape | core | mistake: projection-width
# d_out_kq is shared out among the heads
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList(
#+             [SelfAttention(d_in, max(1, d_out_kq // num_heads), d_out_v) for _ in range(num_heads)]
#+         )

# %% list | wrong | shape | core | mistake: list-for-tensor
# returns a list
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         return [head(x) for head in self.heads]

# %% no_width_of_one | wrong | shape | robustness | mistake: size-one-squeezed | public: sizes
# heads of width one lose their dimension
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         return torch.cat(
#+             [head(x).squeeze(-1) if self.heads[0].W_key.shape[1] == 1 else head(x) for head in self.heads], dim=-1
#+         )

# %% squeezed | wrong | shape | robustness | mistake: size-one-squeezed
# dimensions of size one are lost
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         return torch.cat([head(x) for head in self.heads], dim=-1).squeeze()

# %% stacked | wrong | shape | core | mistake: heads-stacked
# a new dimension for the heads
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         return torch.stack([head(x) for head in self.heads], dim=-1)

# %% stacked_in_front | wrong | shape | core | mistake: heads-stacked
# heads as first dimension
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         return torch.stack([head(x) for head in self.heads])

# %% swapped_widths | wrong | shape | core | mistake: projection-width
# the widths of keys and values change places
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_v, d_out_kq) for _ in range(num_heads)])

# %% weights_too | wrong | shape | core | mistake: more-returned
# returns the number of heads as well
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         return torch.cat([head(x) for head in self.heads], dim=-1), len(self.heads)

# %% width_shared | wrong | shape | core | mistake: projection-width
# d_out_v is shared out among the heads
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v // num_heads) for _ in range(num_heads)])

# %% accumulates | wrong | state | core | mistake: state-grows
# adds up over the calls
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
#+         self.total = 0
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         self.total = self.total + torch.cat([head(x) for head in self.heads], dim=-1)
#+         return self.total

# %% buffer | wrong | state | core | mistake: buffer-in-state
# a buffer that is stored with the model
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
#+         self.register_buffer("num_heads", torch.tensor(num_heads))

# %% cached | wrong | state | core | mistake: first-result-kept | also: no-gradient-flows
# keeps the first result of a length
class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> None:
        super().__init__()
        self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
        self.kept = {}

    def forward(self, x: Tensor) -> Tensor:
        if x.shape not in self.kept:
            self.kept[x.shape] = torch.cat([head(x) for head in self.heads], dim=-1)
        return self.kept[x.shape]

# %% created_in_reverse | wrong | state | core | mistake: creation-order
# creates the last head first
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         heads = [SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)]
#+         self.heads = nn.ModuleList(heads[::-1])

# %% default_dtype | wrong | state | robustness | mistake: default-dtype-changed | public: settings
# makes the dtype of the input the default of torch
class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> None:
        super().__init__()
        self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])

    def forward(self, x: Tensor) -> Tensor:
        torch.set_default_dtype(x.dtype)
        return torch.cat([head(x) for head in self.heads], dim=-1)

# %% draws | wrong | state | robustness | mistake: generator-moved
# draws a number in forward
class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> None:
        super().__init__()
        self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])

    def forward(self, x: Tensor) -> Tensor:
        torch.rand(1)
        return torch.cat([head(x) for head in self.heads], dim=-1)

# %% eval_only | wrong | state | core | mistake: other-in-evaluation | also: gradients-cut
# uses the first head only in evaluation mode
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         heads = self.heads if self.training else [self.heads[0]] * len(self.heads)
#+         return torch.cat([head(x) for head in heads], dim=-1)

# %% input_renamed | wrong | state | robustness | mistake: argument-names
# x is called tokens
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#-     def forward(self, x: Tensor) -> Tensor:
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
#+     def forward(self, tokens: Tensor) -> Tensor:
#+         return torch.cat([head(tokens) for head in self.heads], dim=-1)

# %% kept_for_all_objects | wrong | state | core | mistake: first-result-kept | also: no-gradient-flows
# the first result of a shape is kept for all objects
RESULTS = {}


class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> None:
        super().__init__()
        self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])

    def forward(self, x: Tensor) -> Tensor:
        key = (x.shape, x.dtype, x.device, len(self.heads))
        if key not in RESULTS:
            RESULTS[key] = torch.cat([head(x) for head in self.heads], dim=-1).detach()
        return RESULTS[key]

# %% last_in_state | wrong | state | robustness | mistake: buffer-in-state
# the last result is kept in the state dict
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         out = torch.cat([head(x) for head in self.heads], dim=-1)
#+         self.register_buffer("last", out.detach())
#+         return out

# %% listed_twice | wrong | state | core | mistake: listed-twice | also: state-dict-holds-more
# the heads are in the state dict twice
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
#+         self.first_head = self.heads[0]

# %% no_super | wrong | state | core | mistake: super-init-missing
# super().__init__() is missing
#-         super().__init__()
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])

# %% one_result_for_all | wrong | state | core | mistake: result-memory-shared | also: no-gradient-flows
# writes every result of a shape into the same tensor
class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> None:
        super().__init__()
        self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
        self.result = {}

    def forward(self, x: Tensor) -> Tensor:
        out = torch.cat([head(x) for head in self.heads], dim=-1)
        kept = self.result.setdefault(out.shape, out)
        kept.data = kept.data.copy_(out.data)
        return kept

# %% other_name | wrong | state | core | mistake: parameter-names
# the list has another name
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.attention_heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         return torch.cat([head(x) for head in self.attention_heads], dim=-1)

# %% renamed_argument | wrong | state | robustness | mistake: argument-names
# num_heads is called n_heads
#-     def __init__(self, d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> None:
#+     def __init__(self, d_in: int, d_out_kq: int, d_out_v: int, n_heads: int) -> None:
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(n_heads)])

# %% same_input_same_output | wrong | state | core | mistake: first-result-kept
# the result for a tensor is kept as long as the same tensor comes
class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> None:
        super().__init__()
        self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
        self.last, self.kept = None, None

    def forward(self, x: Tensor) -> Tensor:
        if x is not self.last:
            self.last, self.kept = x, torch.cat([head(x) for head in self.heads], dim=-1)
        return self.kept

# %% scribbles | wrong | state | core | mistake: input-changed-in-place
# doubles the input meanwhile
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         outputs = [head(x) for head in self.heads]
#+         x.data.mul_(2)
#+         return torch.cat(outputs, dim=-1)

# %% seeded_once | wrong | state | robustness | mistake: generator-seeded | public: random
# seeds before the first head
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         torch.manual_seed(123)
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])

# %% switches_to_eval | wrong | state | robustness | mistake: mode-changed | public: weights
# forward switches to evaluation mode
class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> None:
        super().__init__()
        self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])

    def forward(self, x: Tensor) -> Tensor:
        self.heads.eval()
        return torch.cat([head(x) for head in self.heads], dim=-1)

# %% two_names | wrong | state | core | mistake: listed-twice
# each head has a second name in the state dict
class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out_kq, d_out_v, num_heads):
        super().__init__()
        heads = []
        for i in range(num_heads):
            head = SelfAttention(d_in, d_out_kq, d_out_v)
            self.add_module(f"head_{i}", head)
            heads.append(head)
        self.heads = nn.ModuleList(heads)

    def forward(self, x):
        return torch.cat([h(x) for h in self.heads], dim=-1)

# %% viewed_input | wrong | state | robustness | mistake: view-of-noncontiguous | public: results
# views the input, which must be contiguous
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         flat = x.view(-1, *x.shape[-2:]) if x.dim() > 3 else x.view(x.shape[0], -1).view(x.shape)
#+         return torch.cat([head(flat) for head in self.heads], dim=-1).reshape(*x.shape[:-1], -1)

# %% dropout | wrong | values | core | mistake: dropout-added
# dropout on the result
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         return nn.functional.dropout(torch.cat([head(x) for head in self.heads], dim=-1), 0.1, training=self.training)

# %% relu | wrong | values | core | mistake: result-positive-part
# an activation after the heads
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         return torch.relu(torch.cat([head(x) for head in self.heads], dim=-1))

# %% residual | wrong | values | core | mistake: input-added
# adds the input
#-         self.heads = nn.ModuleList(SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads))
#+         self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])
#-         return torch.cat([head(x) for head in self.heads], dim=-1)
#+         out = torch.cat([head(x) for head in self.heads], dim=-1)
#+         return out + x.mean(dim=-1, keepdim=True)
