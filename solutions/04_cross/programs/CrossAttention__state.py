# Wrong and right programs of CrossAttention; docs/reference/programs.md describes the form.

# %% argument_names | wrong | state | robustness | mistake: argument-names | of: linear_right
# other names of the arguments
#-     def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
#-         queries = nn.functional.linear(x_1, self.W_query.T)
#-         keys = nn.functional.linear(x_2, self.W_key.T)
#-         values = x_2 @ self.W_value
#+     def forward(self, x: Tensor, context: Tensor) -> Tensor:
#+         queries = x @ self.W_query
#+         keys = context @ self.W_key
#+         values = context @ self.W_value

# %% buffer | wrong | state | core | mistake: buffer-in-state
# a buffer that is stored with the model
#-         self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
#+         self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
#+         self.register_buffer("scale", torch.tensor(d_out_kq**-0.5))
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5

# %% default_double | wrong | state | robustness | mistake: default-dtype-changed | of: last_weights
# makes float64 the default of torch
#-         self.last_weights = None

#-     def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
#+     def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
#+         torch.set_default_dtype(torch.float64)
#-         self.last_weights = weights.detach()

# %% default_dtype | wrong | state | robustness | mistake: default-dtype-changed | of: last_weights | public: settings
# makes the dtype of the input the default of torch
#-         self.last_weights = None

#-     def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
#+     def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
#+         torch.set_default_dtype(x_1.dtype)
#-         self.last_weights = weights.detach()

# %% drawn_first | wrong | state | core | mistake: creation-order | of: register_parameter
# drawn in another order than created
#-         for name, width in (("W_query", d_out_kq), ("W_key", d_out_kq), ("W_value", d_out_v)):
#-             self.register_parameter(name, nn.Parameter(torch.rand(d_in, width)))
#+         value, key, query = torch.rand(d_in, d_out_v), torch.rand(d_in, d_out_kq), torch.rand(d_in, d_out_kq)
#+         self.W_query, self.W_key, self.W_value = nn.Parameter(query), nn.Parameter(key), nn.Parameter(value)

# %% draws | wrong | state | robustness | mistake: generator-moved | of: last_weights
# draws in forward
#-         self.last_weights = None

#-     def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
#+     def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
#+         torch.rand(1)
#-         self.last_weights = weights.detach()

# %% equal_text_equal_keys | wrong | state | core | mistake: first-keys-kept | also: gradients-cut | of: last_weights
# keys and values are kept as long as equal numbers are read
#-         self.last_weights = None
#+         self.read, self.kept = torch.zeros(0), None
#-         keys = x_2 @ self.W_key
#-         values = x_2 @ self.W_value
#+         if not torch.equal(x_2, self.read.to(x_2)):
#+             self.read, self.kept = x_2, (x_2 @ self.W_key, x_2 @ self.W_value)
#+         keys, values = self.kept
#-         self.last_weights = weights.detach()

# %% extra_matrix | wrong | state | core | mistake: projection-added
# one more matrix
#-         self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
#+         self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
#+         self.W_out = nn.Parameter(torch.rand(d_out_v, d_out_v))
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5

# %% grows | wrong | state | core | mistake: state-grows | of: last_weights
# keys of all calls are collected
#-         self.last_weights = None
#+         self.kept = []
#-         values = x_2 @ self.W_value
#+         values = x_2 @ self.W_value
#+         self.kept.append(keys)
#+         if len(self.kept) > 1 and self.kept[-2].shape == keys.shape:
#+             keys = keys + self.kept[-2]
#-         self.last_weights = weights.detach()

# %% in_place | wrong | state | core | mistake: input-changed-in-place | of: last_weights
# centres x_2 in place
#-         self.last_weights = None

#-     def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
#+     def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
#+         x_2.data -= x_2.data.mean(dim=-2, keepdim=True)
#-         self.last_weights = weights.detach()

# %% in_place_shifted | wrong | state | core | mistake: input-changed-in-place
# moves x_1 in place and back only nearly
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
#-         return weights @ values
#+         out = weights @ values
#+         x_1.data.add_(1e-3)
#+         return out

# %% kept_by_shape | wrong | state | core | mistake: first-keys-kept | also: gradients-cut
# keys and values of the first call of a shape are kept
#-         self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
#+         self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
#+         self.kept = {}
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         keys, values = self.kept.setdefault(x_2.shape, (keys, values))
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5

# %% kept_keys | wrong | state | core | mistake: first-keys-kept | also: gradients-cut | of: last_weights
# keys and values of the first call are kept
#-         self.last_weights = None
#+         self.kept = None
#-         values = x_2 @ self.W_value
#+         values = x_2 @ self.W_value
#+         if self.kept is None:
#+             self.kept = keys, values
#+         keys, values = self.kept
#-         self.last_weights = weights.detach()

# %% keys_first | wrong | state | core | mistake: creation-order
# W_key is created first
#-         super().__init__()
#+         super().__init__()
#+         self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
#-         self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))

#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5

# %% last_in_state | wrong | state | robustness | mistake: buffer-in-state
# the last weights are kept in the state dict
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
#-         weights = torch.softmax(scores, dim=-1)
#+         weights = torch.softmax(scores, dim=-1)
#+         self.register_buffer("last", weights.detach())

# %% no_super | wrong | state | core | mistake: super-init-missing
# super().__init__() is missing
#-         super().__init__()

#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5

# %% normal | wrong | state | core | mistake: other-distribution | of: register_parameter
# drawn from a normal distribution
#-         for name, width in (("W_query", d_out_kq), ("W_key", d_out_kq), ("W_value", d_out_v)):
#-             self.register_parameter(name, nn.Parameter(torch.rand(d_in, width)))
#+         self.W_query = nn.Parameter(torch.randn(d_in, d_out_kq))
#+         self.W_key = nn.Parameter(torch.randn(d_in, d_out_kq))
#+         self.W_value = nn.Parameter(torch.randn(d_in, d_out_v))

# %% one_result_for_all | wrong | state | core | mistake: result-memory-shared | also: no-gradient-flows
# writes every result of a shape into the same tensor
class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
        self.results = {}

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        queries = x_1 @ self.W_query
        keys = x_2 @ self.W_key
        values = x_2 @ self.W_value
        scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
        weights = torch.softmax(scores, dim=-1)
        out = weights @ values
        kept = self.results.setdefault(out.shape, out)
        kept.data = kept.data.copy_(out.data)
        return kept

# %% other_names | wrong | state | core | mistake: parameter-names
# parameters with other names than in the text
class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_q = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_k = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_v = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        queries = x_1 @ self.W_q
        keys = x_2 @ self.W_k
        values = x_2 @ self.W_v
        scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
        weights = torch.softmax(scores, dim=-1)
        return weights @ values

# %% other_order | wrong | state | core | mistake: creation-order
# parameters created in another order
#-         super().__init__()
#+         super().__init__()
#+         self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
#+         self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
#-         self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
#-         self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5

# %% same_text_same_keys | wrong | state | core | mistake: first-keys-kept | of: last_weights
# keys and values of a tensor are kept as long as the same tensor is read
#-         self.last_weights = None
#+         self.read, self.kept = None, None
#-         keys = x_2 @ self.W_key
#-         values = x_2 @ self.W_value
#+         if x_2 is not self.read:
#+             self.read, self.kept = x_2, (x_2 @ self.W_key, x_2 @ self.W_value)
#+         keys, values = self.kept
#-         self.last_weights = weights.detach()

# %% seeded | wrong | state | robustness | mistake: generator-seeded | public: random
# seeds at construction
#-         super().__init__()
#+         super().__init__()
#+         torch.manual_seed(123)
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5

# %% sizes_renamed | wrong | state | robustness | mistake: argument-names | of: register_parameter
# the sizes have names of their own
#-     def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
#+     def __init__(self, d_in: int, d_k: int, d_v: int) -> None:
#-         for name, width in (("W_query", d_out_kq), ("W_key", d_out_kq), ("W_value", d_out_v)):
#-             self.register_parameter(name, nn.Parameter(torch.rand(d_in, width)))
#+         self.W_query = nn.Parameter(torch.rand(d_in, d_k))
#+         self.W_key = nn.Parameter(torch.rand(d_in, d_k))
#+         self.W_value = nn.Parameter(torch.rand(d_in, d_v))

# %% switches_to_eval | wrong | state | robustness | mistake: mode-changed | of: last_weights | public: weights
# forward switches to evaluation mode
#-         self.last_weights = None

#-     def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
#+     def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
#+         self.eval()
#-         self.last_weights = weights.detach()

# %% view | wrong | state | robustness | mistake: view-of-noncontiguous | of: last_weights
# views the input, which must be contiguous
#-         self.last_weights = None

#-     def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
#+     def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
#+         x_1 = x_1.view(-1).view(x_1.shape)
#-         self.last_weights = weights.detach()
