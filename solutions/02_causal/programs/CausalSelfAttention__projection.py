# Wrong and right programs of CausalSelfAttention; docs/reference/programs.md describes the form.

# %% bias | wrong | projection | core | mistake: bias-added
# layers with biases
import math


class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim: int, head_dim: int) -> None:
        super().__init__()
        self.head_dim = head_dim
        self.W_Q = nn.Linear(embed_dim, head_dim)
        self.W_K = nn.Linear(embed_dim, head_dim)
        self.W_V = nn.Linear(embed_dim, head_dim)
        self.W_O = nn.Linear(head_dim, embed_dim)

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = self.W_Q(x), self.W_K(x), self.W_V(x)
        later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
        scores = queries @ keys.transpose(-2, -1) / math.sqrt(self.head_dim)
        weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
        return self.W_O(weights @ values)

# %% equal_layers | wrong | projection | core | mistake: layers-start-alike
# three layers that begin with the same weights
class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim: int, head_dim: int) -> None:
        super().__init__()
        self.head_dim = head_dim
        self.W_Q = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_K = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_V = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_O = nn.Linear(head_dim, embed_dim, bias=False)
        self.W_K.load_state_dict(self.W_Q.state_dict())
        self.W_V.load_state_dict(self.W_Q.state_dict())

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = self.W_Q(x), self.W_K(x), self.W_V(x)
        later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
        scores = (q @ k.mT).masked_fill(later, -torch.inf) / math.sqrt(self.head_dim)
        return self.W_O(torch.softmax(scores, dim=-1) @ v)

# %% keys_queries | wrong | projection | core | mistake: keys-by-queries | of: billion
# keys and queries change places
#-         scores = queries @ keys.transpose(-2, -1) / math.sqrt(self.head_dim)
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         scores = keys @ queries.transpose(-2, -1) / math.sqrt(self.head_dim)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)

# %% layer_norm | wrong | projection | core | mistake: result-normalised | of: billion
# one more layer norm, at the end
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#-         return self.W_O(weights @ values)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#+         return nn.functional.layer_norm(self.W_O(weights @ values), x.shape[-1:])

# %% output_before | wrong | projection | core | mistake: input-added | of: billion
# the output layer before the weights, then a residual
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#-         return self.W_O(weights @ values)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#+         return x + weights @ self.W_O(values)

# %% output_bias | wrong | projection | core | mistake: bias-added | of: billion
# a bias on the output layer
#-         self.W_O = nn.Linear(head_dim, embed_dim, bias=False)
#+         self.W_O = nn.Linear(head_dim, embed_dim)
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)

# %% output_layer_missing | wrong | projection | core | mistake: matrix-missing | of: billion
# no output layer
#-         self.W_V = nn.Linear(embed_dim, head_dim, bias=False)
#-         self.W_O = nn.Linear(head_dim, embed_dim, bias=False)
#+         self.W_V = nn.Linear(embed_dim, embed_dim, bias=False)
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#-         return self.W_O(weights @ values)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#+         return weights @ values

# %% output_transposed | wrong | projection | core | mistake: output-by-values | of: billion
# the output goes through the weights of the values
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#-         return self.W_O(weights @ values)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#+         return weights @ values @ self.W_V.weight

# %% output_zero | wrong | projection | core | mistake: output-starts-zero
# the output layer begins at zero
class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim: int, head_dim: int) -> None:
        super().__init__()
        self.head_dim = head_dim
        self.W_Q = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_K = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_V = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_O = nn.Linear(head_dim, embed_dim, bias=False)
        nn.init.zeros_(self.W_O.weight)

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = self.W_Q(x), self.W_K(x), self.W_V(x)
        later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
        scores = (q @ k.mT).masked_fill(later, -torch.inf) / math.sqrt(self.head_dim)
        return self.W_O(torch.softmax(scores, dim=-1) @ v)

# %% queries_twice | wrong | projection | core | mistake: scores-of-queries | of: billion
# queries times queries, without keys
#-         scores = queries @ keys.transpose(-2, -1) / math.sqrt(self.head_dim)
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         scores = queries @ queries.transpose(-2, -1) / math.sqrt(self.head_dim)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)

# %% relu | wrong | projection | core | mistake: result-positive-part | of: billion
# a relu before the output layer
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#-         return self.W_O(weights @ values)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#+         return self.W_O(torch.relu(weights @ values))

# %% residual | wrong | projection | core | mistake: input-added | of: billion
# the input is added to the output
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#-         return self.W_O(weights @ values)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#+         return x + self.W_O(weights @ values)

# %% tied | wrong | projection | core | mistake: matrix-missing | of: billion
# one layer for queries and keys
#-         self.W_K = nn.Linear(embed_dim, head_dim, bias=False)
#+         self.W_K = self.W_Q
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)

# %% transposed_weights | wrong | projection | core | mistake: result-transposed | of: billion
# the weights are transposed
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#-         return self.W_O(weights @ values)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#+         return self.W_O(weights.transpose(-2, -1) @ values)

# %% values_as_keys | wrong | projection | core | mistake: values-from-keys | of: billion
# values projected with the key layer
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#-         return self.W_O(weights @ values)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#+         return self.W_O(weights @ keys)
