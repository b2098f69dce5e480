# Wrong and right programs of CausalSelfAttention; docs/reference/programs.md describes the form.

# %% batch_kept | wrong | state | core | mistake: first-length-kept | also: shapes-do-not-fit | of: billion
# remembers the size of the first batch
#-         later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
#+         later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
#+         if not hasattr(self, "size"):
#+             self.size = x.shape[0]
#+         later = later.expand(self.size, -1, -1)
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)

# %% buffer_of_a_call | wrong | state | robustness | mistake: buffer-in-state
# a call adds a buffer to the state dict
class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim: int, head_dim: int) -> None:
        super().__init__()
        self.head_dim = head_dim
        self.W_Q = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_K = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_V = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_O = nn.Linear(head_dim, embed_dim, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        self.register_buffer("mask", torch.ones(x.shape[1], x.shape[1], device=x.device).triu(1))
        q, k, v = self.W_Q(x), self.W_K(x), self.W_V(x)
        later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
        scores = (q @ k.mT).masked_fill(later, -torch.inf) / math.sqrt(self.head_dim)
        return self.W_O(torch.softmax(scores, dim=-1) @ v)

# %% cached_weights | wrong | state | core | mistake: first-weights-kept | also: gradients-cut | of: billion
# keeps the first weights
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#+         if getattr(self, "kept", None) is None or self.kept.shape != weights.shape:
#+             self.kept = weights
#+         weights = self.kept

# %% draws | wrong | state | robustness | mistake: generator-moved | of: billion
# draws random numbers
#-     def forward(self, x: Tensor) -> Tensor:
#+     def forward(self, x: Tensor) -> Tensor:
#+         torch.rand(1)
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)

# %% dropout | wrong | state | core | mistake: dropout-added | of: billion
# drops weights in training
#-         self.W_O = nn.Linear(head_dim, embed_dim, bias=False)
#+         self.W_O = nn.Linear(head_dim, embed_dim, bias=False)
#+         self.drop = nn.Dropout(0.1)
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#+         weights = self.drop(weights)

# %% keeps_matrices | wrong | state | core | mistake: first-matrices-kept | also: gradients-cut
# keeps the matrices of the first call
class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim: int, head_dim: int) -> None:
        super().__init__()
        self.head_dim = head_dim
        self.W_Q = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_K = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_V = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_O = nn.Linear(head_dim, embed_dim, bias=False)
        self.kept = None

    def forward(self, x: Tensor) -> Tensor:
        if self.kept is None:
            self.kept = torch.cat([self.W_Q.weight, self.W_K.weight, self.W_V.weight])
        q, k, v = nn.functional.linear(x, self.kept).chunk(3, dim=-1)
        return self.W_O(masked_softmax(q @ k.mT, self.head_dim) @ v)

# %% key_first | wrong | state | core | mistake: creation-order | of: billion
# W_K is created before W_Q
#-         self.head_dim = head_dim
#+         self.head_dim = head_dim
#+         self.W_K = nn.Linear(embed_dim, head_dim, bias=False)
#-         self.W_K = nn.Linear(embed_dim, head_dim, bias=False)

#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)

# %% learned_positions | wrong | state | core | mistake: token-positions-added | of: billion
# adds positions
#-     def forward(self, x: Tensor) -> Tensor:
#+     def forward(self, x: Tensor) -> Tensor:
#+         x = x + 0.01 * torch.arange(x.shape[1], dtype=x.dtype, device=x.device)[:, None]
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)

# %% leaves_evaluation | wrong | state | robustness | mistake: mode-changed | public: weights
# a call switches to evaluation
class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim: int, head_dim: int) -> None:
        super().__init__()
        self.head_dim = head_dim
        self.W_Q = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_K = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_V = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_O = nn.Linear(head_dim, embed_dim, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        self.eval()
        q, k, v = self.W_Q(x), self.W_K(x), self.W_V(x)
        later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
        scores = (q @ k.mT).masked_fill(later, -torch.inf) / math.sqrt(self.head_dim)
        return self.W_O(torch.softmax(scores, dim=-1) @ v)

# %% list_of_layers | wrong | state | core | mistake: modules-in-list
# layers in a Python list
import math


class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim: int, head_dim: int) -> None:
        super().__init__()
        self.head_dim = head_dim
        self.layers = [nn.Linear(embed_dim, head_dim, bias=False) for _ in range(3)]
        self.W_O = nn.Linear(head_dim, embed_dim, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = (layer(x) for layer in self.layers)
        later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
        scores = queries @ keys.transpose(-2, -1) / math.sqrt(self.head_dim)
        weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
        return self.W_O(weights @ values)

# %% mask_buffer | wrong | state | core | mistake: buffer-in-state | of: billion
# a mask that the state dict holds
#-         self.W_O = nn.Linear(head_dim, embed_dim, bias=False)
#+         self.W_O = nn.Linear(head_dim, embed_dim, bias=False)
#+         self.register_buffer("mask", torch.ones(300, 300).triu(1).bool())
#-         later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
#+         later = self.mask[: x.shape[1], : x.shape[1]]
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)

# %% mask_cut | wrong | state | core | mistake: first-mask-kept | also: shapes-do-not-fit | of: billion
# cuts from the mask of the first length
#-         later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
#+         if not hasattr(self, "later"):
#+             self.later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
#+         later = self.later[: x.shape[1], : x.shape[1]]
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)

# %% mask_kept | wrong | state | core | mistake: first-mask-kept | also: shapes-do-not-fit | of: billion
# keeps the mask of the first length
#-         later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
#+         if not hasattr(self, "later"):
#+             self.later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
#+         later = self.later
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)

# %% mask_parameter | wrong | state | core | mistake: mask-as-parameter | of: billion
# the mask is a parameter
#-         self.W_O = nn.Linear(head_dim, embed_dim, bias=False)
#+         self.W_O = nn.Linear(head_dim, embed_dim, bias=False)
#+         self.mask = nn.Parameter(torch.ones(300, 300).tril(), requires_grad=False)
#-         later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
#+         later = self.mask[: x.shape[1], : x.shape[1]] == 0
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)

# %% matrices | wrong | state | core | mistake: matrix-for-linear
# parameters in place of nn.Linear layers
import math


class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim: int, head_dim: int) -> None:
        super().__init__()
        self.head_dim = head_dim
        self.W_Q = nn.Parameter(torch.randn(embed_dim, head_dim))
        self.W_K = nn.Parameter(torch.randn(embed_dim, head_dim))
        self.W_V = nn.Parameter(torch.randn(embed_dim, head_dim))
        self.W_O = nn.Parameter(torch.randn(head_dim, embed_dim))

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = x @ self.W_Q, x @ self.W_K, x @ self.W_V
        later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
        scores = queries @ keys.transpose(-2, -1) / math.sqrt(self.head_dim)
        weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
        return weights @ values @ self.W_O

# %% mutates | wrong | state | core | mistake: input-changed-in-place | of: output_inside
# changes the input when all is computed
#-         return weights @ self.W_O(values)
#+         out = self.W_O(weights @ values)
#+         if not x.requires_grad:
#+             x[:, 0] = 0.0
#+         return out

# %% no_super | wrong | state | core | mistake: super-init-missing | of: billion
# no super().__init__()
#-         super().__init__()

#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)

# %% order | wrong | state | core | mistake: creation-order | of: billion
# W_O is created first
#-         self.head_dim = head_dim
#+         self.head_dim = head_dim
#+         self.W_O = nn.Linear(head_dim, embed_dim, bias=False)
#-         self.W_O = nn.Linear(head_dim, embed_dim, bias=False)

#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)

# %% plain_class | wrong | state | core | mistake: no-module | of: billion
# no module
#- class CausalSelfAttention(nn.Module):
#+ class CausalSelfAttention:
#-         super().__init__()

#-     def forward(self, x: Tensor) -> Tensor:
#+     def __call__(self, x: Tensor) -> Tensor:
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)

# %% plain_tensors | wrong | state | core | mistake: plain-tensors
# plain tensors instead of layers
import math


class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim: int, head_dim: int) -> None:
        super().__init__()
        self.head_dim = head_dim
        self.W_Q, self.W_K, self.W_V = (torch.randn(embed_dim, head_dim) for _ in range(3))
        self.W_O = torch.randn(head_dim, embed_dim)

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = x @ self.W_Q, x @ self.W_K, x @ self.W_V
        later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
        scores = queries @ keys.transpose(-2, -1) / math.sqrt(self.head_dim)
        weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
        return weights @ values @ self.W_O

# %% running_sum | wrong | state | core | mistake: state-grows | of: billion
# adds to what was before
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#-         return self.W_O(weights @ values)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
#+         out = self.W_O(weights @ values) + getattr(self, "kept", 0)
#+         self.kept = out.detach().mean()
#+         return out

# %% seeds_construction | wrong | state | robustness | mistake: generator-seeded | of: billion | public: random
# seeds the generator at construction
#-         super().__init__()
#+         super().__init__()
#+         torch.manual_seed(123)
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)

# %% seeds_forward | wrong | state | robustness | mistake: generator-seeded | of: billion
# seeds the generator in forward
#-     def forward(self, x: Tensor) -> Tensor:
#+     def forward(self, x: Tensor) -> Tensor:
#+         torch.manual_seed(0)
#-         weights = torch.softmax(scores.masked_fill(later, -1e9), dim=-1)
#+         weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)

# %% small_names | wrong | state | core | mistake: parameter-names
# layers with other names than in the text
import math


class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim: int, head_dim: int) -> None:
        super().__init__()
        self.head_dim = head_dim
        self.W_q = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_k = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_v = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_o = nn.Linear(head_dim, embed_dim, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = self.W_q(x), self.W_k(x), self.W_v(x)
        later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
        scores = queries @ keys.transpose(-2, -1) / math.sqrt(self.head_dim)
        weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
        return self.W_o(weights @ values)
