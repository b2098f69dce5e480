# Wrong and right programs of MultiHeadAttention; docs/reference/programs.md describes the form.

# %% detached_keys | wrong | autograd | core | mistake: gradients-cut | of: mask_4d
# keys are detached
#-         scores = queries @ keys.transpose(-2, -1) / d_h**0.5
#+         scores = queries @ keys.detach().transpose(-2, -1) / d_h**0.5  # (B, h, T, T)
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)

# %% detached_values | wrong | autograd | core | mistake: gradients-cut | of: mask_4d
# values are detached
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#-         out = (weights @ values).transpose(1, 2).reshape(B, T, d_model)
#+         out = (weights @ values.detach()).transpose(1, 2).reshape(B, T, d_model)

# %% detached_weights | wrong | autograd | core | mistake: gradients-cut | of: mask_4d
# weights are detached
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#-         out = (weights @ values).transpose(1, 2).reshape(B, T, d_model)
#+         out = (weights.detach() @ values).transpose(1, 2).reshape(B, T, d_model)

# %% frozen | wrong | autograd | core | mistake: frozen-parameters | of: mask_4d
# W_O asks for no gradients
#-         self.W_O = nn.Linear(d_model, d_model, bias=False)
#+         self.W_O = nn.Linear(d_model, d_model, bias=False)
#+         self.W_O.weight.requires_grad = False
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)

# %% masked_in_place | wrong | autograd | core | mistake: in-place-in-graph | of: mask_4d
# zeroes weights in place
#-         scores = queries @ keys.transpose(-2, -1) / d_h**0.5
#+         scores = queries @ keys.transpose(-2, -1) / d_h**0.5
#+         weights = torch.softmax(scores, dim=-1)
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#-             scores = scores.masked_fill(later, float("-inf"))
#-         weights = torch.softmax(scores, dim=-1)
#+             weights.masked_fill_(torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1), 0.0)
#+             weights /= weights.sum(dim=-1, keepdim=True)

# %% no_grad_scores | wrong | autograd | core | mistake: no-grad-in-forward | of: mask_4d
# scores under no_grad
#-         scores = queries @ keys.transpose(-2, -1) / d_h**0.5
#+         with torch.no_grad():
#+             scores = queries @ keys.transpose(-2, -1) / d_h**0.5  # (B, h, T, T)
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)

# %% numpy | wrong | autograd | core | mistake: through-numpy | also: gradients-cut | of: numpy_scalar_root
# softmax in numpy
#-         scores = queries @ keys.transpose(-2, -1) / np.sqrt(d_h)
#+         scores = queries @ keys.transpose(-2, -1) / d_h**0.5  # (B, h, T, T)
#-         weights = torch.softmax(scores, dim=-1)
#+         weights = torch.from_numpy(
#+             np.exp(scores.detach().numpy()) / np.exp(scores.detach().numpy()).sum(-1, keepdims=True)
#+         )

# %% scores_parameter | wrong | autograd | core | mistake: through-python-numbers | also: gradients-cut | of: mask_4d
# wraps the scores into a new tensor
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#-         weights = torch.softmax(scores, dim=-1)
#+         weights = torch.softmax(torch.tensor(scores.tolist()), dim=-1).to(x.dtype)

# %% keys_T | wrong | axis | core | mistake: all-dimensions-turned | of: mask_4d
# reverses all dimensions of the keys
#-         scores = queries @ keys.transpose(-2, -1) / d_h**0.5
#+         scores = torch.einsum("bhid,djhb->bhij", queries, keys.permute(3, 1, 2, 0)) / d_h**0.5  # (B, h, T, T)
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)

# %% softmax_batch | wrong | axis | core | mistake: over-batch | of: mask_4d
# softmax over the batch
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#-         weights = torch.softmax(scores, dim=-1)
#+         weights = torch.softmax(scores, dim=0)

# %% softmax_flat | wrong | axis | core | mistake: whole-matrix | of: mask_4d
# softmax over a whole matrix
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#-         weights = torch.softmax(scores, dim=-1)
#+         weights = torch.softmax(scores.flatten(-2), dim=-1).view_as(scores)

# %% softmax_heads | wrong | axis | core | mistake: over-heads | of: mask_4d
# softmax over the heads
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#-         weights = torch.softmax(scores, dim=-1)
#+         weights = torch.softmax(scores, dim=1)

# %% softmax_queries | wrong | axis | core | mistake: over-queries | of: mask_4d
# softmax over the queries
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#-         weights = torch.softmax(scores, dim=-1)
#+         weights = torch.softmax(scores, dim=-2)

# %% mask_attribute | wrong | device | robustness | mistake: mask-on-cpu | of: mask_4d
# the mask is a plain attribute
#-         self.W_O = nn.Linear(d_model, d_model, bias=False)
#+         self.W_O = nn.Linear(d_model, d_model, bias=False)
#+         self.mask = torch.ones(512, 512, dtype=torch.bool).triu(1)
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = self.mask[:T, :T]

# %% mask_cpu | wrong | device | robustness | mistake: mask-on-cpu | of: mask_4d
# the mask is made on the CPU
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool).triu(1)

# %% float32 | wrong | dtype | robustness | mistake: result-float32 | of: mask_4d
# computes in float32
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#-         return self.W_O(out)
#+         return self.W_O(out).float()

# %% half | wrong | dtype | core | mistake: computed-in-half | of: mask_4d
# scores in bfloat16
#-         scores = queries @ keys.transpose(-2, -1) / d_h**0.5
#+         scores = (queries.bfloat16() @ keys.bfloat16().transpose(-2, -1)).to(x.dtype) / d_h**0.5  # (B, h, T, T)
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)

# %% mask_float32 | wrong | dtype | robustness | mistake: dtypes-mixed | of: mask_4d
# an additive mask in float32
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#-             scores = scores.masked_fill(later, float("-inf"))
#+             scores = scores + torch.full((T, T), float("-inf"), device=x.device).triu(1)

# %% divided_by_sum | wrong | normalisation | core | mistake: sum-without-exp | of: mask_4d
# scores over their sum, without exp
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#-         weights = torch.softmax(scores, dim=-1)
#+         weights = scores / scores.sum(dim=-1, keepdim=True)

# %% eps | wrong | normalisation | core | mistake: constant-in-denominator | of: mask_4d
# a small number in the denominator
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#-         weights = torch.softmax(scores, dim=-1)
#+         weights = torch.exp(scores) / (torch.exp(scores).sum(dim=-1, keepdim=True) + 1e-2)

# %% hard | wrong | normalisation | core | mistake: one-hot | of: mask_4d
# all weight goes to the largest score
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#-         weights = torch.softmax(scores, dim=-1)
#+         weights = nn.functional.one_hot(scores.argmax(dim=-1), T).to(x.dtype)

# %% log_softmax | wrong | normalisation | core | mistake: log-softmax | of: mask_4d
# log-softmax
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#-         weights = torch.softmax(scores, dim=-1)
#+         weights = torch.log_softmax(scores, dim=-1)

# %% no_softmax | wrong | normalisation | core | mistake: no-softmax | of: mask_4d
# no softmax
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#-         weights = torch.softmax(scores, dim=-1)
#+         weights = scores

# %% relu_attention | wrong | normalisation | core | mistake: sum-without-exp | of: mask_4d
# relu in place of exp
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#-         weights = torch.softmax(scores, dim=-1)
#+         weights = torch.relu(scores) / (torch.relu(scores).sum(dim=-1, keepdim=True) + 1e-9)

# %% rounded | wrong | normalisation | core | mistake: weights-rounded | of: mask_4d
# the weights are rounded
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#-         weights = torch.softmax(scores, dim=-1)
#+         weights = torch.softmax(scores, dim=-1).round(decimals=2)

# %% scale_per_token_norm | wrong | normalisation | core | mistake: cosine | of: mask_4d
# cosines of queries and keys instead of their products
#-         )
#+         )
#+         queries, keys = nn.functional.normalize(queries, dim=-1), nn.functional.normalize(keys, dim=-1)
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)

# %% sigmoid | wrong | normalisation | core | mistake: sigmoid | of: mask_4d
# sigmoid in place of softmax
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#-         weights = torch.softmax(scores, dim=-1)
#+         weights = torch.sigmoid(scores)

# %% softmax_twice | wrong | normalisation | core | mistake: softmax-twice | of: mask_4d
# softmax twice
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#-         weights = torch.softmax(scores, dim=-1)
#+         weights = torch.softmax(torch.softmax(scores, dim=-1), dim=-1)

# %% uniform | wrong | normalisation | core | mistake: uniform-weights | of: mask_4d
# equal weights for all
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#-         weights = torch.softmax(scores, dim=-1)
#+         weights = torch.softmax(scores * 0, dim=-1)

# %% extra_parameter | wrong | scale | core | mistake: learned-scale | of: mask_4d
# a learned temperature
#-         self.W_O = nn.Linear(d_model, d_model, bias=False)
#+         self.W_O = nn.Linear(d_model, d_model, bias=False)
#+         self.temperature = nn.Parameter(torch.ones(()))
#-         scores = queries @ keys.transpose(-2, -1) / d_h**0.5
#+         scores = self.temperature * queries @ keys.transpose(-2, -1) / d_h**0.5  # (B, h, T, T)
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)

# %% no_scale | wrong | scale | core | mistake: no-scale | of: mask_4d
# the scores are not scaled
#-         scores = queries @ keys.transpose(-2, -1) / d_h**0.5
#+         scores = queries @ keys.transpose(-2, -1)  # (B, h, T, T)
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)

# %% scale_d_model | wrong | scale | core | mistake: by-root-of-d-in | of: mask_4d
# divides by the root of d_model
#-         scores = queries @ keys.transpose(-2, -1) / d_h**0.5
#+         scores = queries @ keys.transpose(-2, -1) / d_model**0.5  # (B, h, T, T)
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)

# %% scale_heads | wrong | scale | core | mistake: by-root-of-heads | of: mask_4d
# scale from the number of heads
#-         scores = queries @ keys.transpose(-2, -1) / d_h**0.5
#+         scores = queries @ keys.transpose(-2, -1) / self.num_heads**0.5  # (B, h, T, T)
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)

# %% scale_multiplied | wrong | scale | core | mistake: multiplied-by-root | of: mask_4d
# scores multiplied by the root instead of divided
#-         scores = queries @ keys.transpose(-2, -1) / d_h**0.5
#+         scores = queries @ keys.transpose(-2, -1) * d_h**0.5  # (B, h, T, T)
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)

# %% scale_precedence | wrong | scale | core | mistake: by-half-d-k | of: mask_4d
# d_h ** 1/2 is half of d_h
#-         scores = queries @ keys.transpose(-2, -1) / d_h**0.5
#+         scores = queries @ keys.transpose(-2, -1) / (d_h**1 / 2)  # (B, h, T, T)
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)

# %% scale_rounded | wrong | scale | core | mistake: by-integer-root | of: mask_4d
# scale rounded down
#-         scores = queries @ keys.transpose(-2, -1) / d_h**0.5
#+         scores = queries @ keys.transpose(-2, -1) / int(d_h**0.5)  # (B, h, T, T)
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)

# %% scale_squared | wrong | scale | core | mistake: by-d-k | of: mask_4d
# scores divided by d_h
#-         scores = queries @ keys.transpose(-2, -1) / d_h**0.5
#+         scores = queries @ keys.transpose(-2, -1) / d_h  # (B, h, T, T)
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)

# %% scale_tokens | wrong | scale | core | mistake: by-root-of-tokens | of: mask_4d
# divided by the root of the number of tokens
#-         scores = queries @ keys.transpose(-2, -1) / d_h**0.5
#+         scores = queries @ keys.transpose(-2, -1) / T**0.5  # (B, h, T, T)
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)

# %% scale_twice | wrong | scale | core | mistake: by-d-k | of: mask_4d
# scaled twice
#-         scores = queries @ keys.transpose(-2, -1) / d_h**0.5
#+         scores = queries / d_h**0.5 @ keys.transpose(-2, -1) / d_h**0.5  # (B, h, T, T)
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)

# %% scale_values | wrong | scale | core | mistake: result-by-root-of-d-k | of: mask_4d
# scales the values
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#-         out = (weights @ values).transpose(1, 2).reshape(B, T, d_model)
#+         out = (weights @ (values / d_h**0.5)).transpose(1, 2).reshape(B, T, d_model)

# %% scale_weights | wrong | scale | core | mistake: scale-after-softmax | of: scaled_queries
# divides the weights in place of the scores
#-         scores = (queries * d_h**-0.5) @ keys.transpose(-2, -1)
#+         scores = queries @ keys.transpose(-2, -1)  # (B, h, T, T)
#-         weights = torch.softmax(scores, dim=-1)
#+         weights = torch.softmax(scores, dim=-1) / d_h**0.5

# %% batch_flat | wrong | shape | core | mistake: batch-as-sequence | of: mask_4d
# the batch is one sentence
#-     def forward(self, x: Tensor) -> Tensor:
#+     def forward(self, x: Tensor) -> Tensor:
#+         shape = x.shape
#+         x = x.reshape(1, -1, shape[-1])
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#-         return self.W_O(out)
#+         return self.W_O(out).reshape(shape)

# %% first_sentence | wrong | shape | core | mistake: first-of-batch | of: mask_4d
# the first sentence for all
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#-         return self.W_O(out)
#+         return self.W_O(out)[:1].expand(B, -1, -1)

# %% last_token | wrong | shape | core | mistake: last-token | of: mask_4d
# the last token only
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#-         return self.W_O(out)
#+         return self.W_O(out)[:, -1]

# %% no_return | wrong | shape | core | mistake: returns-none | of: mask_4d
# returns nothing
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#-         return self.W_O(out)
#+         self.W_O(out)

# %% squeezed | wrong | shape | core | mistake: size-one-squeezed | of: mask_4d
# dimensions of size one are lost
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#-         return self.W_O(out)
#+         return self.W_O(out).squeeze()

# %% squeezed_token | wrong | shape | robustness | mistake: size-one-squeezed | of: mask_4d | public: sizes
# drops the dimension of a single token
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#-         return self.W_O(out)
#+         return self.W_O(out).squeeze(1)

# %% weights_too | wrong | shape | core | mistake: more-returned | of: mask_4d
# returns the weights as well
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#-         return self.W_O(out)
#+         return self.W_O(out), weights

# %% clamped | wrong | stability | robustness | mistake: scores-clamped | of: mask_4d | public: extremes
# scores clamped to ±50
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#-         weights = torch.softmax(scores, dim=-1)
#+         weights = torch.softmax(scores.clamp(max=50).maximum(torch.where(scores.isinf(), scores, -50)), dim=-1)

# %% global_maximum | wrong | stability | robustness | mistake: global-maximum | of: mask_4d
# subtracts the maximum of all scores
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#-         weights = torch.softmax(scores, dim=-1)
#+         parts = torch.exp(scores - scores.max())
#+         weights = parts / parts.sum(dim=-1, keepdim=True)

# %% mask_after | wrong | stability | robustness | mistake: hidden-scores-counted | of: mask_4d
# masks exponentials of large scores after softmax
#-         scores = queries @ keys.transpose(-2, -1) / d_h**0.5
#+         scores = queries @ keys.transpose(-2, -1) / d_h**0.5
#+         weights = torch.softmax(scores, dim=-1)
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#-             scores = scores.masked_fill(later, float("-inf"))
#-         weights = torch.softmax(scores, dim=-1)
#+             weights = weights.tril()
#+             weights = weights / weights.sum(dim=-1, keepdim=True)

# %% mask_hundred | wrong | stability | robustness | mistake: mask-too-weak | of: mask_4d | public: extremes
# fills in -100
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#-             scores = scores.masked_fill(later, float("-inf"))
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#+             scores = scores.masked_fill(later, -100.0)

# %% mask_thousand | wrong | stability | robustness | mistake: mask-too-weak | of: mask_4d | public: extremes
# fills in -1000
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#-             scores = scores.masked_fill(later, float("-inf"))
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#+             scores = scores.masked_fill(later, -1000.0)

# %% max_subtracted_across | wrong | stability | core | mistake: maximum-of-other-axis | of: mask_4d
# subtracts row maxima of another axis
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#-         weights = torch.softmax(scores, dim=-1)
#+         parts = torch.exp(scores - scores.amax(dim=1, keepdim=True).nan_to_num(neginf=0.0))
#+         weights = parts / parts.sum(dim=-1, keepdim=True)

# %% no_maximum | wrong | stability | robustness | mistake: no-maximum | of: mask_4d
# exp without subtracting the maximum
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#-         weights = torch.softmax(scores, dim=-1)
#+         weights = torch.exp(scores) / torch.exp(scores).sum(dim=-1, keepdim=True)

# %% extra_dropout | wrong | values | core | mistake: dropout-added | of: mask_4d
# dropout on the weights
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#-         out = (weights @ values).transpose(1, 2).reshape(B, T, d_model)
#+         out = (nn.functional.dropout(weights, 0.1, self.training) @ values).transpose(1, 2).reshape(B, T, d_model)

# %% python_loops_first_query | wrong | values | core | mistake: first-token-for-all | of: mask_4d
# every token gets the context of the first
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#-         return self.W_O(out)
#+         return self.W_O(out[:, :1].expand(-1, T, -1))

# %% running_mean | wrong | values | core | mistake: uniform-weights | of: mask_4d
# a mean of the values that ignores queries and keys
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#-         weights = torch.softmax(scores, dim=-1)
#+         weights = torch.softmax(torch.where(scores.isinf(), scores, scores * 0), dim=-1)
