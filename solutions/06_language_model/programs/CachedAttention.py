# Wrong and right programs of CachedAttention; docs/reference/programs.md describes the form.

# %% places | right
# compares the places of queries and keys
#-         later = torch.ones(T_new, T_all, dtype=torch.bool, device=x.device).triu(diagonal=T_all - T_new + 1)
#+         places = torch.arange(T_all, device=x.device)
#+         later = places > places[T_all - T_new :, None]

# %% past_first | right
# an empty past in place of None
#-         if cache is not None:
#-             keys = torch.cat([cache[0], keys], dim=2)
#-             values = torch.cat([cache[1], values], dim=2)
#+         past_keys, past_values = cache if cache is not None else (keys[:, :, :0], values[:, :, :0])
#+         keys = torch.cat([past_keys, keys], dim=2)
#+         values = torch.cat([past_values, values], dim=2)

# %% added_mask | right
# an additive mask of minus infinity
#-         later = torch.ones(T_new, T_all, dtype=torch.bool, device=x.device).triu(diagonal=T_all - T_new + 1)
#-         scores = scores.masked_fill(later, -torch.inf)
#+         hidden = torch.full((T_new, T_all), -torch.inf, dtype=x.dtype, device=x.device)
#+         scores = scores + hidden.triu(diagonal=T_all - T_new + 1)

# %% einsum | right
# products by einsum
#-         scores = queries @ keys.transpose(-2, -1)
#+         scores = torch.einsum("bhqd,bhkd->bhqk", queries, keys)

#-         context = weights @ values
#+         context = torch.einsum("bhqk,bhkd->bhqd", weights, values)

# %% rows_of_square | right
# the last rows of a square mask
#-         later = torch.ones(T_new, T_all, dtype=torch.bool, device=x.device).triu(diagonal=T_all - T_new + 1)
#+         later = torch.ones(T_all, T_all, dtype=torch.bool, device=x.device).triu(diagonal=1)[-T_new:]

# %% list_cache | right
# the cache is a list
#-         return self.W_O(merged), (keys, values)
#+         return self.W_O(merged), [keys, values]

# %% stored_raw | right
# the cache holds copies
#-         return self.W_O(merged), (keys, values)
#+         return self.W_O(merged), (keys.clone(), values.clone())

# %% square_mask | wrong | mask | core | mistake: cache-mask-square
# the mask forgets the past
#-         later = torch.ones(T_new, T_all, dtype=torch.bool, device=x.device).triu(diagonal=T_all - T_new + 1)
#+         later = torch.ones(T_new, T_all, dtype=torch.bool, device=x.device).triu(diagonal=1)

# %% no_mask | wrong | mask | core | mistake: no-mask
# no mask
#-         scores = scores.masked_fill(later, -torch.inf)
#+         scores = scores

# %% no_mask_with_cache | wrong | mask | core | mistake: cache-unmasked
# no mask where there is a cache
#-         scores = scores.masked_fill(later, -torch.inf)
#+         if cache is None:
#+             scores = scores.masked_fill(later, -torch.inf)

# %% past_hidden | wrong | mask | core | mistake: cache-past-hidden
# the past is hidden
#-         later = torch.ones(T_new, T_all, dtype=torch.bool, device=x.device).triu(diagonal=T_all - T_new + 1)
#+         later = torch.ones(T_new, T_all, dtype=torch.bool, device=x.device).triu(diagonal=T_all - T_new + 1)
#+         later = later | (torch.arange(T_all, device=x.device) < T_all - T_new)

# %% one_too_late | wrong | mask | core | mistake: future-visible
# each token sees the next one
#-         later = torch.ones(T_new, T_all, dtype=torch.bool, device=x.device).triu(diagonal=T_all - T_new + 1)
#+         later = torch.ones(T_new, T_all, dtype=torch.bool, device=x.device).triu(diagonal=T_all - T_new + 2)

# %% one_too_early | wrong | mask | core | mistake: diagonal-masked
# a token does not see itself
#-         later = torch.ones(T_new, T_all, dtype=torch.bool, device=x.device).triu(diagonal=T_all - T_new + 1)
#+         later = torch.ones(T_new, T_all, dtype=torch.bool, device=x.device).triu(diagonal=T_all - T_new)
#+         later[:, 0] = False

# %% lower | wrong | mask | core | mistake: mask-mirrored
# the other triangle is hidden
#-         later = torch.ones(T_new, T_all, dtype=torch.bool, device=x.device).triu(diagonal=T_all - T_new + 1)
#+         later = torch.ones(T_new, T_all, dtype=torch.bool, device=x.device).tril(diagonal=T_all - T_new - 1)

# %% zeros_hidden | wrong | mask | core | mistake: mask-with-zero
# hidden scores are 0
#-         scores = scores.masked_fill(later, -torch.inf)
#+         scores = scores.masked_fill(later, 0.0)

# %% after_softmax | wrong | mask | core | mistake: mask-not-renormalised
# weights are taken away after the softmax
#-         scores = scores.masked_fill(later, -torch.inf)
#-         weights = torch.softmax(scores, dim=-1)
#+         weights = torch.softmax(scores, dim=-1).masked_fill(later, 0.0)

# %% cache_ignored | wrong | cross | core | mistake: cache-ignored
# the cache plays no part
#-         if cache is not None:
#+         if False:

# %% keys_only | wrong | cross | core | mistake: cache-half
# only the keys are joined
#-             keys = torch.cat([cache[0], keys], dim=2)
#-             values = torch.cat([cache[1], values], dim=2)
#+             keys = torch.cat([cache[0], keys], dim=2)
#+             values = torch.cat([values.mean(2, keepdim=True).expand_as(cache[1]), values], dim=2)

# %% new_first | wrong | cross | core | mistake: cache-order
# the new before the old
#-             keys = torch.cat([cache[0], keys], dim=2)
#-             values = torch.cat([cache[1], values], dim=2)
#+             keys = torch.cat([keys, cache[0]], dim=2)
#+             values = torch.cat([values, cache[1]], dim=2)

# %% values_new_first | wrong | cross | core | mistake: cache-order
# new values before the old ones
#-             values = torch.cat([cache[1], values], dim=2)
#+             values = torch.cat([values, cache[1]], dim=2)

# %% swapped | wrong | cross | core | mistake: cache-swapped
# keys and values of the past have changed places
#-             keys = torch.cat([cache[0], keys], dim=2)
#-             values = torch.cat([cache[1], values], dim=2)
#+             keys = torch.cat([cache[1], keys], dim=2)
#+             values = torch.cat([cache[0], values], dim=2)

# %% returns_new_only | wrong | cross | core | mistake: cache-new-only
# the new cache holds the piece only
#-         return self.W_O(merged), (keys, values)
#+         return self.W_O(merged), (keys[:, :, -T_new:], values[:, :, -T_new:])

# %% returns_old | wrong | cross | core | mistake: cache-not-updated
# the old cache comes back
#-         return self.W_O(merged), (keys, values)
#+         return self.W_O(merged), (keys, values) if cache is None else cache

# %% window | wrong | cross | core | mistake: cache-window
# only the last four tokens are kept
#-         return self.W_O(merged), (keys, values)
#+         return self.W_O(merged), (keys[:, :, -4:], values[:, :, -4:])

# %% no_cache_returned | wrong | shape | core | mistake: cache-not-returned
# only the output comes back
#-         return self.W_O(merged), (keys, values)
#+         return self.W_O(merged)

# %% three_returned | wrong | shape | core | mistake: more-returned
# keys and values come back side by side
#-         return self.W_O(merged), (keys, values)
#+         return self.W_O(merged), keys, values

# %% whole_output | wrong | shape | core | mistake: cache-whole-output
# an output for the past as well
#-         return self.W_O(merged), (keys, values)
#+         return self.W_O(nn.functional.pad(merged, (0, 0, T_all - T_new, 0))), (keys, values)

# %% flat_cache | wrong | shape | core | mistake: cache-shape
# the cache is not cut into heads
#-         return self.W_O(merged), (keys, values)
#+         return self.W_O(merged), (keys.transpose(1, 2).flatten(2), values.transpose(1, 2).flatten(2))

#-             keys = torch.cat([cache[0], keys], dim=2)
#-             values = torch.cat([cache[1], values], dim=2)
#+             past = [part.unflatten(-1, (self.num_heads, -1)).transpose(1, 2) for part in cache]
#+             keys, values = torch.cat([past[0], keys], dim=2), torch.cat([past[1], values], dim=2)

# %% kept_inside | wrong | state | core | mistake: cache-in-layer
# the layer remembers by itself
#-         if cache is not None:
#-             keys = torch.cat([cache[0], keys], dim=2)
#-             values = torch.cat([cache[1], values], dim=2)
#+         if hasattr(self, "past") and self.past[0].shape[0] == x.shape[0] and self.past[0].device == x.device:
#+             keys = torch.cat([self.past[0], keys], dim=2)
#+             values = torch.cat([self.past[1], values], dim=2)
#+         self.past = (keys.detach(), values.detach())

# %% scale_of_model | wrong | scale | core | mistake: by-root-of-d-in
# the root of the width of the layer
#-         scores = scores / math.sqrt(queries.shape[-1])
#+         scores = scores / math.sqrt(x.shape[-1])

# %% no_scale | wrong | scale | core | mistake: no-scale
# no scale
#-         scores = scores / math.sqrt(queries.shape[-1])
#+         scores = scores * 1.0

# %% over_queries | wrong | axis | core | mistake: over-queries
# softmax over the queries
#-         weights = torch.softmax(scores, dim=-1)
#+         weights = torch.softmax(scores, dim=-2).nan_to_num()

# %% over_heads | wrong | axis | core | mistake: over-heads
# softmax over the heads
#-         weights = torch.softmax(scores, dim=-1)
#+         weights = torch.softmax(scores, dim=1).nan_to_num()

# %% view | wrong | heads | core | mistake: heads-by-view
# heads cut without a transpose
#-         queries = self.W_Q(x).unflatten(-1, (self.num_heads, -1)).transpose(1, 2)
#+         queries = self.W_Q(x).reshape(len(x), self.num_heads, x.shape[1], -1)

# %% merged_by_view | wrong | heads | core | mistake: merged-without-transpose
# merged without a transpose
#-         merged = context.transpose(1, 2).flatten(start_dim=2)
#+         merged = context.reshape(x.shape)

# %% no_output | wrong | projection | core | mistake: no-output-projection
# no output projection
#-         return self.W_O(merged), (keys, values)
#+         return merged + 0 * self.W_O(merged), (keys, values)

# %% values_from_keys | wrong | projection | core | mistake: values-from-keys
# keys as values
#-         values = self.W_V(x).unflatten(-1, (self.num_heads, -1)).transpose(1, 2)
#+         values = keys + 0 * self.W_V(x).unflatten(-1, (self.num_heads, -1)).transpose(1, 2)

# %% queries_by_keys | wrong | projection | core | mistake: matrices-mixed-up
# queries and keys have changed places
#-         queries = self.W_Q(x).unflatten(-1, (self.num_heads, -1)).transpose(1, 2)
#-         keys = self.W_K(x).unflatten(-1, (self.num_heads, -1)).transpose(1, 2)
#+         queries = self.W_K(x).unflatten(-1, (self.num_heads, -1)).transpose(1, 2)
#+         keys = self.W_Q(x).unflatten(-1, (self.num_heads, -1)).transpose(1, 2)

# %% cache_detached | wrong | autograd | core | mistake: gradients-cut
# the past is detached
#-             keys = torch.cat([cache[0], keys], dim=2)
#-             values = torch.cat([cache[1], values], dim=2)
#+             keys = torch.cat([cache[0].detach(), keys], dim=2)
#+             values = torch.cat([cache[1].detach(), values], dim=2)

# %% returned_detached | wrong | autograd | core | mistake: gradients-cut
# the cache is returned detached
#-         return self.W_O(merged), (keys, values)
#+         return self.W_O(merged), (keys.detach(), values.detach())

# %% no_grad | wrong | autograd | core | mistake: no-grad-in-forward
# weights under no_grad
#-         weights = torch.softmax(scores, dim=-1)
#+         with torch.no_grad():
#+             weights = torch.softmax(scores, dim=-1)

# %% evaluation | wrong | state | core | mistake: other-in-evaluation
# no mask in evaluation mode
#-         scores = scores.masked_fill(later, -torch.inf)
#+         if self.training:
#+             scores = scores.masked_fill(later, -torch.inf)

# %% dropout | wrong | state | core | mistake: dropout-elsewhere
# drops in training mode
#-         weights = torch.softmax(scores, dim=-1)
#+         weights = torch.softmax(scores, dim=-1)
#+         weights = nn.functional.dropout(weights, 0.1, self.training)

# %% three_parts | wrong | shape | core | mistake: cache-shape
# the cache holds its length as well
#-         return self.W_O(merged), (keys, values)
#+         return self.W_O(merged), (keys, values, T_all)

# %% half_unless_float32 | wrong | dtype | core | mistake: computed-in-half
# float64 passes through 16 bits
#-         merged = context.transpose(1, 2).flatten(start_dim=2)
#+         merged = context.transpose(1, 2).flatten(start_dim=2)
#+         merged = merged.bfloat16().to(x.dtype) if x.dtype is not torch.float32 else merged

# %% strides | wrong | shape | robustness | mistake: strides-assumed
# strides of a contiguous tensor
#-         queries = self.W_Q(x).unflatten(-1, (self.num_heads, -1)).transpose(1, 2)
#+         x = x.as_strided(x.shape, (x.shape[1] * x.shape[2], x.shape[2], 1))
#+         queries = self.W_Q(x).unflatten(-1, (self.num_heads, -1)).transpose(1, 2)

# %% short | wrong | shape | core | mistake: length-limited
# refuses more than 30 tokens
#-         T_new, T_all = queries.shape[2], keys.shape[2]
#+         T_new, T_all = queries.shape[2], keys.shape[2]
#+         assert T_all <= 30

# %% at_least_one | wrong | shape | robustness | mistake: cache-empty-refused | public: sizes
# an empty past is refused
#-         if cache is not None:
#+         if cache is not None:
#+             assert cache[0].shape[2] > 0

# %% first_150 | wrong | shape | robustness | mistake: length-cut-off | public: long
# keys after the first 150 are hidden
#-         later = torch.ones(T_new, T_all, dtype=torch.bool, device=x.device).triu(diagonal=T_all - T_new + 1)
#+         later = torch.ones(T_new, T_all, dtype=torch.bool, device=x.device).triu(diagonal=T_all - T_new + 1)
#+         later[:, 150:] = True

# %% in_place | wrong | state | core | mistake: cache-changed
# the cache is moved in place
#-         if cache is not None:
#+         if cache is not None:
#+             cache[0].data.mul_(1.001).add_(0.1)

# %% one_buffer | wrong | state | robustness | mistake: cache-changed | public: weights
# every cache lies in the same memory
class CachedAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int) -> None:
        super().__init__()
        if d_model % num_heads != 0:
            raise ValueError("the heads do not fit")
        self.num_heads = num_heads
        self.W_Q, self.W_K, self.W_V, self.W_O = (nn.Linear(d_model, d_model, bias=False) for _ in range(4))

    def forward(self, x: Tensor, cache: tuple[Tensor, Tensor] | None = None) -> tuple[Tensor, tuple[Tensor, Tensor]]:
        q, k, v = (w(x).unflatten(-1, (self.num_heads, -1)).transpose(1, 2) for w in (self.W_Q, self.W_K, self.W_V))
        past = 0 if cache is None else cache[0].shape[2]
        if cache is not None:
            joined = torch.cat([cache[0], k], 2), torch.cat([cache[1], v], 2)
        else:
            joined = k, v
        if x.requires_grad or past == 0:
            self.buffer = [torch.cat([part.detach(), part.detach().repeat(1, 1, 4, 1)], 2) for part in joined]
        scores = q @ joined[0].mT / math.sqrt(q.shape[-1])
        hidden = torch.ones(scores.shape[-2:], dtype=torch.bool, device=x.device).triu(past + 1)
        out = scores.masked_fill(hidden, -torch.inf).softmax(-1) @ joined[1]
        length = joined[0].shape[2]
        if past and not x.requires_grad and self.buffer[0].shape[2] >= length and self.buffer[0].shape[0] == len(x):
            with torch.no_grad():
                for kept, part in zip(self.buffer, joined, strict=True):
                    kept[:, :, :length] = part
            joined = tuple(kept[:, :, :length] for kept in self.buffer)
        return self.W_O(out.transpose(1, 2).flatten(2)), joined

# %% grows | wrong | state | core | mistake: cache-changed | also: input-changed-in-place
# the cache itself grows
#-         if cache is not None:
#-             keys = torch.cat([cache[0], keys], dim=2)
#-             values = torch.cat([cache[1], values], dim=2)
#+         if cache is not None:
#+             keys = torch.cat([cache[0], keys], dim=2)
#+             values = torch.cat([cache[1], values], dim=2)
#+             cache[0].data, cache[1].data = keys.data, values.data

# %% mask_cpu | wrong | device | robustness | mistake: mask-on-cpu
# the mask is on the CPU
#-         later = torch.ones(T_new, T_all, dtype=torch.bool, device=x.device).triu(diagonal=T_all - T_new + 1)
#+         later = torch.ones(T_new, T_all, dtype=torch.bool).triu(diagonal=T_all - T_new + 1)

# %% weak_mask | wrong | mask | robustness | mistake: mask-too-weak | public: extremes
# hidden scores are -1000
#-         scores = scores.masked_fill(later, -torch.inf)
#+         scores = scores.masked_fill(later, -1000.0)

# %% no_maximum | wrong | stability | robustness | mistake: no-maximum
# exponentials as they are
#-         weights = torch.softmax(scores, dim=-1)
#+         shares = scores.exp()
#+         weights = shares / shares.sum(dim=-1, keepdim=True)

# %% float32 | wrong | dtype | robustness | mistake: result-float32
# always float32
#-         return self.W_O(merged), (keys, values)
#+         return self.W_O(merged).float(), (keys, values)

# %% buffer | wrong | state | robustness | mistake: buffer-in-state
# a mask in the state dict
#-         self.num_heads = num_heads
#+         self.num_heads = num_heads
#+         self.register_buffer("mask", torch.ones(256, 256, dtype=torch.bool).triu(1))

# %% not_refused | wrong | heads | robustness | mistake: heads-not-refused | public: sizes
# any number of heads
#-         if d_model % num_heads != 0:
#-             raise ValueError(f"num_heads must divide d_model: {num_heads} does not divide {d_model}")
#+         num_heads = num_heads if d_model % num_heads == 0 else 1

# %% renamed | wrong | vocabulary | robustness | mistake: argument-names
# names of its own
class CachedAttention(nn.Module):
    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        if width % heads != 0:
            raise ValueError("the heads do not fit")
        self.heads = heads
        self.W_Q, self.W_K, self.W_V, self.W_O = (nn.Linear(width, width, bias=False) for _ in range(4))

    def forward(self, piece: Tensor, past: tuple[Tensor, Tensor] | None = None) -> tuple[Tensor, tuple[Tensor, Tensor]]:
        q, k, v = (w(piece).unflatten(-1, (self.heads, -1)).transpose(1, 2) for w in (self.W_Q, self.W_K, self.W_V))
        if past is not None:
            k, v = torch.cat([past[0], k], 2), torch.cat([past[1], v], 2)
        scores = q @ k.mT / math.sqrt(q.shape[-1])
        hidden = torch.ones(scores.shape[-2:], dtype=torch.bool, device=piece.device).triu(k.shape[2] - q.shape[2] + 1)
        out = scores.masked_fill(hidden, -torch.inf).softmax(-1) @ v
        return self.W_O(out.transpose(1, 2).flatten(2)), (k, v)
