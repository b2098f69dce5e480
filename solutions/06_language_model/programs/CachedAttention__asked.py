# Wrong and right programs of CachedAttention, asked in every state and at its edges; docs/reference/programs.md describes the form.

# %% cache_resized | wrong | state | robustness | mistake: input-changed-in-place | public: results
# the caller's cache grows where it needs no gradients
#-         T_new, T_all = queries.shape[2], keys.shape[2]
#+         if cache is not None and not cache[0].requires_grad:
#+             cache[0].set_(keys.detach())
#+             cache[1].set_(values.detach())
#+         T_new, T_all = queries.shape[2], keys.shape[2]

# %% cache_viewed | wrong | state | robustness | mistake: view-of-noncontiguous | public: results
# a cache has to lie in memory as this layer lays it out
#-             keys = torch.cat([cache[0], keys], dim=2)
#+             keys = torch.cat([cache[0].transpose(2, 3).contiguous().view(cache[0].shape), keys], dim=2) if cache[0].stride(-1) != 1 else torch.cat([cache[0], keys], dim=2)

# %% detached_in_evaluation | wrong | autograd | core | mistake: gradients-cut | public: states
# no gradient in evaluation mode
#-         return self.W_O(merged), (keys, values)
#+         out = self.W_O(merged)
#+         return (out if self.training else out.detach()), (keys, values)

# %% drawn_backwards | wrong | state | robustness | mistake: creation-order | public: order
# W_O is drawn first and registered last
#-         self.W_Q = nn.Linear(d_model, d_model, bias=False)
#+         last = nn.Linear(d_model, d_model, bias=False)
#+         self.W_Q = nn.Linear(d_model, d_model, bias=False)

#-         self.W_O = nn.Linear(d_model, d_model, bias=False)
#+         self.W_O = last

# %% print_options | wrong | state | robustness | mistake: settings-changed | public: settings
# changes how torch prints
#-         return self.W_O(merged), (keys, values)
#+         torch.set_printoptions(precision=3)
#+         return self.W_O(merged), (keys, values)

# %% uncausal_without_gradients | wrong | state | core | mistake: other-without-gradients
# the mask is left out under no_grad
#-         scores = scores.masked_fill(later, -torch.inf)
#+         scores = scores.masked_fill(later, -torch.inf) if torch.is_grad_enabled() else scores

# %% mask_of_first_batch | wrong | state | core | mistake: first-mask-kept | public: results
# the mask of the first batch is kept
#-         later = torch.ones(T_new, T_all, dtype=torch.bool, device=x.device).triu(diagonal=T_all - T_new + 1)
#+         later = torch.ones(T_new, T_all, dtype=torch.bool, device=x.device).triu(diagonal=T_all - T_new + 1)
#+         masks = self.__dict__.setdefault("masks", {})
#+         later = masks.setdefault((T_new, T_all, x.device), later.expand(len(x), 1, T_new, T_all))

# %% past_counted | wrong | state | robustness | mistake: cache-in-layer | public: weights
# counts the tokens of the past by itself instead of reading their number from the cache
#-         self.num_heads = num_heads
#+         self.num_heads = num_heads
#+         self.past = 0

#-         later = torch.ones(T_new, T_all, dtype=torch.bool, device=x.device).triu(diagonal=T_all - T_new + 1)
#+         self.past = 0 if cache is None else self.past
#+         later = torch.ones(T_new, T_all, dtype=torch.bool, device=x.device).triu(diagonal=self.past + 1)
#+         self.past += T_new

# %% half_on_gpu | wrong | dtype | robustness | mistake: computed-in-half | public: digits
# computes the scores with 16 bits on a GPU
#-         scores = queries @ keys.transpose(-2, -1)
#+         if x.is_cuda:
#+             scores = (queries.bfloat16() @ keys.bfloat16().transpose(-2, -1)).to(x.dtype)
#+         else:
#+             scores = queries @ keys.transpose(-2, -1)

# %% one_memory | wrong | state | robustness | mistake: cache-changed | public: weights
# without gradients, all caches lie in one memory of the layer
#-             keys = torch.cat([cache[0], keys], dim=2)
#-             values = torch.cat([cache[1], values], dim=2)
#+             keys, values = torch.cat([cache[0], keys], dim=2), torch.cat([cache[1], values], dim=2)
#+             if not torch.is_grad_enabled():
#+                 size = keys.shape[2]
#+                 room = self.__dict__.setdefault("room", keys.new_zeros(2, *keys.shape[:2], size + 64, keys.shape[3]))
#+                 room[0, :, :, :size], room[1, :, :, :size] = keys, values
#+                 keys, values = room[0, :, :, :size], room[1, :, :, :size]

# %% cache_in_float32 | wrong | dtype | robustness | mistake: result-float32
# a cache in bfloat16 is kept in float32
#-             keys = torch.cat([cache[0], keys], dim=2)  # (B, h, T_past + T_new, d_h)
#-             values = torch.cat([cache[1], values], dim=2)  # (B, h, T_past + T_new, d_h)
#+             keys = torch.cat([cache[0].to(keys.dtype), keys], dim=2)
#+             values = torch.cat([cache[1].to(values.dtype), values], dim=2)

#-         return self.W_O(merged), (keys, values)
#+         kept = (keys.float(), values.float()) if keys.dtype is torch.bfloat16 else (keys, values)
#+         return self.W_O(merged), kept
