# Wrong and right programs of SingleHeadSelfAttention; docs/reference/programs.md describes the form.

# %% dict | wrong | shape | core | mistake: other-container | of: dropout_mask
# returns a dict
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)
#-         return out, weights
#+         return {"out": out, "weights": weights}

# %% first_sentence | wrong | shape | core | mistake: first-of-batch | of: dropout_mask
# the first sentence only
#-     def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
#+     def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
#+         x = x[:1]
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)

# %% flat_batch | wrong | shape | core | mistake: batch-as-sequence | of: other_init
# the batch as one sequence
#-         for layer in (self.q, self.k, self.v):
#-             nn.init.xavier_uniform_(layer.weight)

#-     def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
#+     def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
#+         shape = x.shape
#+         x = x.reshape(1, -1, x.shape[-1])
#-         out = weights @ v
#+         out = (weights @ v).view(shape[0], shape[1], -1)
#+         weights = weights[:, : shape[1], : shape[1]].expand(shape[0], -1, -1)

# %% four_dims | wrong | shape | core | mistake: extra-dimension | of: dropout_mask
# the mask of four dimensions makes the results as large
#-         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = torch.softmax(scores.masked_fill(causal_mask(x.shape[1], x.device), -torch.inf), dim=-1)
#+         weights = self.dropout(weights)

# %% last_token | wrong | shape | core | mistake: last-token | of: dropout_mask
# the last token only
#-         weights = weights * self.dropout(torch.ones_like(weights))
#-         out = weights @ v
#+         weights = self.dropout(weights)
#+         out = (weights @ v)[:, -1]

# %% mean | wrong | shape | core | mistake: token-mean | of: dropout_mask
# the mean over the tokens
#-         weights = weights * self.dropout(torch.ones_like(weights))
#-         out = weights @ v
#+         weights = self.dropout(weights)
#+         out = (weights @ v).mean(1)

# %% out_only | wrong | shape | core | mistake: weights-not-returned | of: trace_table
# returns out alone, without the weights
#-         if self.trace_shapes:
#-             print("q | k | v | weights | out")
#-             print(" | ".join(str(tuple(t.shape)) for t in (q, k, v, weights, out)))
#-         return out, weights
#+         return out

# %% renamed | wrong | shape | robustness | mistake: argument-names
# other names of the arguments
class SingleHeadSelfAttention(nn.Module):
    def __init__(self, width: int, d_k: int, dropout: float = 0.0, trace_shapes: bool = False) -> None:
        super().__init__()
        self.d_k = d_k
        self.trace_shapes = trace_shapes
        self.q = nn.Linear(width, d_k, bias=False)
        self.k = nn.Linear(width, d_k, bias=False)
        self.v = nn.Linear(width, d_k, bias=False)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        q, k, v = self.q(x), self.k(x), self.v(x)
        later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
        scores = (q @ k.mT).masked_fill(later, -torch.inf) / math.sqrt(self.d_k)
        weights = self.dropout(torch.softmax(scores, dim=-1))
        out = weights @ v
        if self.trace_shapes:
            print(*(f"{name}: {tuple(item.shape)}" for name, item in zip(("q", "k", "v", "weights", "out"), (q, k, v, weights, out))))
        return out, weights

# %% squeezed | wrong | shape | core | mistake: size-one-squeezed | of: dropout_mask
# dimensions of size one are lost
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)
#-         out = weights @ v
#+         out = weights @ v
#+         out = out.squeeze()
#+         weights = weights.squeeze()

# %% squeezed_batch | wrong | shape | core | mistake: size-one-squeezed | of: dropout_mask
# a batch of one is lost
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)
#-         out = weights @ v
#+         out = weights @ v
#+         out = out.squeeze(0)

# %% squeezed_input | wrong | shape | robustness | mistake: size-one-squeezed | of: dropout_mask | public: sizes
# drops an input width of one
#-     def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
#+     def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
#+         x = x.squeeze(-1)
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)

# %% squeezed_width | wrong | shape | robustness | mistake: size-one-squeezed | of: dropout_mask
# a width of one is lost
#-         weights = weights * self.dropout(torch.ones_like(weights))
#-         out = weights @ v
#+         weights = self.dropout(weights)
#+         out = (weights @ v).squeeze(-1)

# %% stacked | wrong | shape | core | mistake: extra-dimension | of: dropout_mask
# an axis too many, for the head
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)
#-         out = weights @ v
#+         out = weights @ v
#+         weights = weights.unsqueeze(1)

# %% three | wrong | shape | core | mistake: more-returned | of: dropout_mask
# returns the values too
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)
#-         return out, weights
#+         return out, weights, v

# %% value_width | wrong | shape | core | mistake: projection-width | of: dropout_mask
# values as wide as the input
#-         self.v = nn.Linear(d_model, d_k, bias=False)
#+         self.v = nn.Linear(d_model, d_model, bias=False)
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)

# %% weights_alone | wrong | shape | core | mistake: weights-alone-returned
# returns the weights alone, without out
class SingleHeadSelfAttention(SingleHeadSelfAttention):
    def forward(self, x):
        return super().forward(x)[1]

# %% weights_first | wrong | shape | core | mistake: returned-in-wrong-order | of: dropout_mask
# returns the weights before out
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)
#-         return out, weights
#+         return weights, out
