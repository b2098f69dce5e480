# Wrong and right programs of CrossAttention; docs/reference/programs.md describes the form.

# %% argument_order | wrong | cross | core | mistake: arguments-swapped
# x_1 and x_2 change places
#-     def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
#+     def forward(self, x_2: Tensor, x_1: Tensor) -> Tensor:
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5

# %% ask_at_most_150 | wrong | cross | robustness | mistake: length-cut-off
# tokens of x_1 after the first 150 get zeros
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
#-         return weights @ values
#+         out = weights @ values
#+         return torch.cat([out[..., :150, :], torch.zeros_like(out[..., 150:, :])], dim=-2)

# %% both | wrong | cross | core | mistake: inputs-joined | of: last_weights
# keys and values from both sequences
#-         self.last_weights = None

#-     def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
#+     def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
#+         x_2 = torch.cat([x_1, x_2], dim=-2)
#-         self.last_weights = weights.detach()

# %% concatenated_result | wrong | cross | core | mistake: values-appended
# the values stand behind the result as further rows
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
#-         return weights @ values
#+         return torch.cat([weights @ values, values], dim=-2)

# %% first_of_x_2 | wrong | cross | core | mistake: x2-first | of: last_weights
# the first sequence of x_2 for all
#-         self.last_weights = None

#-     def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
#+     def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
#+         x_2 = x_2[:1] if x_2.dim() > 2 else x_2
#-         self.last_weights = weights.detach()

# %% keys_from_x_1 | wrong | cross | core | mistake: keys-from-x1
# keys from x_1 where the lengths allow it
#-         keys = x_2 @ self.W_key
#+         keys = (x_1 if x_1.shape == x_2.shape else x_2) @ self.W_key
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5

# %% last_token_ignored | wrong | cross | core | mistake: x2-cut | of: last_weights
# the last token of x_2 is not seen
#-         self.last_weights = None

#-     def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
#+     def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
#+         x_2 = x_2[..., :-1, :] if x_2.shape[-2] > 1 else x_2
#-         self.last_weights = weights.detach()

# %% one_argument | wrong | cross | core | mistake: x2-ignored | of: last_weights
# takes one sequence
#-         self.last_weights = None
#-     def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
#+     def forward(self, x_1: Tensor, x_2: Tensor | None = None) -> Tensor:
#+         x_2 = x_1
#-         self.last_weights = weights.detach()

# %% padded | wrong | cross | core | mistake: x2-padded | of: last_weights
# pads x_2 with zeros to the length of x_1
#-         self.last_weights = None

#-     def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
#+     def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
#+         x_2 = nn.functional.pad(x_2, (0, 0, 0, max(0, x_1.shape[-2] - x_2.shape[-2])))
#-         self.last_weights = weights.detach()

# %% read_at_most_150 | wrong | cross | robustness | mistake: x2-cut | of: last_weights | public: long
# tokens of x_2 after the first 150 are not read
#-         self.last_weights = None

#-     def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
#+     def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
#+         x_2 = x_2[..., :150, :]
#-         self.last_weights = weights.detach()

# %% summed | wrong | cross | core | mistake: inputs-joined | of: last_weights
# adds the sequences where the lengths are equal
#-         self.last_weights = None

#-     def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
#+     def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
#+         if x_1.shape == x_2.shape:
#+             x_1 = x_1 + x_2
#-         self.last_weights = weights.detach()

# %% swapped | wrong | cross | core | mistake: arguments-swapped | of: last_weights
# queries from x_2, keys and values from x_1
#-         self.last_weights = None

#-     def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
#+     def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
#+         x_1, x_2 = x_2, x_1
#-         self.last_weights = weights.detach()

# %% swapped_when_longer | wrong | cross | core | mistake: arguments-swapped | of: last_weights
# the longer sequence asks
#-         self.last_weights = None

#-     def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
#+     def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
#+         if x_1.shape[-2] < x_2.shape[-2]:
#+             x_1, x_2 = x_2, x_1
#-         self.last_weights = weights.detach()

# %% values_from_x_1 | wrong | cross | core | mistake: values-from-x1
# values from x_1
#-         values = x_2 @ self.W_value
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         values = x_1 @ self.W_value
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5

# %% values_when_equal | wrong | cross | core | mistake: values-from-x1
# values from x_1 where the lengths allow it
#-         values = x_2 @ self.W_value
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         values = (x_1 if x_1.shape == x_2.shape else x_2) @ self.W_value
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5

# %% x_1_ignored | wrong | cross | core | mistake: x1-ignored
# self-attention of x_2
#-         queries = x_1 @ self.W_query
#+         queries = x_2 @ self.W_query
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5

# %% x_2_alone_when_equal | wrong | cross | core | mistake: x2-ignored | of: last_weights
# self-attention where the lengths are equal
#-         self.last_weights = None

#-     def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
#+     def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
#+         if x_1.shape == x_2.shape:
#+             x_2 = x_1
#-         self.last_weights = weights.detach()

# %% x_2_cut | wrong | cross | core | mistake: x2-cut | of: last_weights
# reads no more of x_2 than x_1 is long
#-         self.last_weights = None

#-     def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
#+     def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
#+         x_2 = x_2[..., : x_1.shape[-2], :]
#-         self.last_weights = weights.detach()

# %% x_2_ignored | wrong | cross | core | mistake: x2-ignored
# self-attention of x_1
#-         keys = x_2 @ self.W_key
#-         values = x_2 @ self.W_value
#-         scores = queries @ keys.transpose(-2, -1)
#-         scores = scores / math.sqrt(keys.shape[-1])
#+         keys = x_1 @ self.W_key
#+         values = x_1 @ self.W_value
#+         scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
