# Wrong and right programs of CausalSelfAttention; docs/reference/programs.md describes the form.

# %% first_sentence | wrong | shape | core | mistake: first-of-batch | of: billion
# the first sentence for all
#-     def forward(self, x: Tensor) -> Tensor:
#+     def forward(self, x: Tensor) -> Tensor:
#+         x = x[:1].expand_as(x)
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)

# %% flat_batch | wrong | shape | core | mistake: batch-as-sequence | of: billion
# the batch as one sequence
#-     def forward(self, x: Tensor) -> Tensor:
#+     def forward(self, x: Tensor) -> Tensor:
#+         shape = x.shape
#+         x = x.reshape(1, -1, shape[-1])
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#-         return self.W_O(weights @ values)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#+         return self.W_O(weights @ values).view(shape)

# %% four_dims | wrong | shape | core | mistake: extra-dimension | of: billion
# a result of four dimensions
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = torch.softmax(scores.masked_fill(causal_mask(x.shape[1], x.device), -torch.inf), dim=-1)

# %% four_dims_cut | wrong | shape | core | mistake: first-of-batch | of: billion
# a mask of four dimensions, then the first sentence only
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = torch.softmax(scores.masked_fill(causal_mask(x.shape[1], x.device), -torch.inf), dim=-1)[:, 0]

# %% head_returned | wrong | shape | core | mistake: no-output-projection | of: billion
# returns the head
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#-         return self.W_O(weights @ values)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#+         return weights @ values

# %% last_token | wrong | shape | core | mistake: last-token | of: billion
# the last token only
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#-         return self.W_O(weights @ values)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#+         return self.W_O(weights @ values)[:, -1]

# %% mean | wrong | shape | core | mistake: token-mean | of: billion
# the mean over the tokens
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#-         return self.W_O(weights @ values)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#+         return self.W_O(weights @ values).mean(1)

# %% only_weights | wrong | shape | core | mistake: weights-returned | of: billion
# returns the weights
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#-         return self.W_O(weights @ values)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#+         return weights

# %% reshaped | wrong | shape | core | mistake: batch-mixed | of: billion
# values reshaped to (T, B)
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#-         return self.W_O(weights @ values)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#+         mixed = values.reshape(values.shape[1], values.shape[0], -1).transpose(0, 1)
#+         return self.W_O(weights @ mixed)

# %% sizes_swapped | wrong | shape | core | mistake: matrices-transposed
# head_dim and embed_dim change places
import math


class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim: int, head_dim: int) -> None:
        super().__init__()
        self.head_dim = head_dim
        self.W_Q = nn.Linear(head_dim, embed_dim, bias=False)
        self.W_K = nn.Linear(head_dim, embed_dim, bias=False)
        self.W_V = nn.Linear(head_dim, embed_dim, bias=False)
        self.W_O = nn.Linear(embed_dim, head_dim, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = self.W_Q(x), self.W_K(x), self.W_V(x)
        later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
        scores = queries @ keys.transpose(-2, -1) / math.sqrt(self.head_dim)
        weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
        return self.W_O(weights @ values)

# %% square | wrong | shape | core | mistake: projection-width
# all layers are embed_dim wide
import math


class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim: int, head_dim: int) -> None:
        super().__init__()
        self.head_dim = head_dim
        self.W_Q = nn.Linear(embed_dim, embed_dim, bias=False)
        self.W_K = nn.Linear(embed_dim, embed_dim, bias=False)
        self.W_V = nn.Linear(embed_dim, embed_dim, bias=False)
        self.W_O = nn.Linear(embed_dim, embed_dim, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = self.W_Q(x), self.W_K(x), self.W_V(x)
        later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
        scores = queries @ keys.transpose(-2, -1) / math.sqrt(self.head_dim)
        weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
        return self.W_O(weights @ values)

# %% squeezed | wrong | shape | core | mistake: size-one-squeezed | of: billion
# dimensions of size one are lost
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#-         return self.W_O(weights @ values)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#+         return self.W_O(weights @ values).squeeze()

# %% squeezed_width | wrong | shape | robustness | mistake: size-one-squeezed | of: billion | public: sizes
# a width of one is lost
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#-         return self.W_O(weights @ values)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#+         return self.W_O(weights @ values).squeeze(-1)

# %% weights_returned | wrong | shape | core | mistake: more-returned | of: billion
# returns the weights too
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#-         return self.W_O(weights @ values)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#+         return self.W_O(weights @ values), weights
