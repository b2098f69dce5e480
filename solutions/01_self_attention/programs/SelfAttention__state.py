# Wrong and right programs of SelfAttention; docs/reference/programs.md describes the form.

# %% accumulates | wrong | state | core | mistake: state-grows | of: prints
# adds up from call to call
#-         self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
#+         self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
#+         self.total = None
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         out = torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         self.total = out if self.total is None or self.total.shape != out.shape else self.total.detach() + out
#+         return self.total

# %% buffer_in_state | wrong | state | core | mistake: buffer-in-state | of: prints
# the state dict gains a scale
#-         self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
#+         self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
#+         self.register_buffer("scale", torch.tensor(d_out_kq**0.5))
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return torch.softmax(queries @ keys.mT / self.scale, dim=-1) @ values

# %% buffer_of_a_call | wrong | state | robustness | mistake: buffer-in-state
# a call adds a buffer to the state dict
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        self.register_buffer("last", x.detach().clone())
        queries, keys, values = x @ self.W_query, x @ self.W_key, x @ self.W_value
        return torch.softmax(queries @ keys.mT / queries.shape[-1] ** 0.5, dim=-1) @ values

# %% cached | wrong | state | core | mistake: first-weights-kept | also: gradients-cut | of: prints
# remembers the first weights
#-         self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
#+         self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
#+         self.kept = None
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         if self.kept is None or self.kept.shape[:-1] != x.shape[:-1]:
#+             self.kept = torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1)
#+         return self.kept @ values

# %% cached_output | wrong | state | core | mistake: first-result-kept | also: no-gradient-flows | of: prints
# remembers outputs by shape
#-         self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
#+         self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
#+         self.kept = {}
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         if x.shape not in self.kept:
#+             self.kept[x.shape] = torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         return self.kept[x.shape]

# %% creation_order | wrong | state | core | mistake: creation-order | of: prints
# W_value is drawn before the others
#-         self.d_out_kq = d_out_kq
#+         self.d_out_kq = d_out_kq
#+         self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
#-         self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

#-         print("x", x.shape)

# %% draws | wrong | state | robustness | mistake: generator-moved | of: prints
# moves the generator
#-         print("x", x.shape)
#+         torch.randn(1)

# %% first_length | wrong | state | core | mistake: first-length-kept | of: prints
# keeps the first length
#-         self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
#+         self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
#+         self.length = 0
#-         print("x", x.shape)
#+         self.length = self.length or x.shape[-2]
#+         keys, values = keys[..., : self.length, :], values[..., : self.length, :]

# %% forward_draws | wrong | state | core | mistake: drawn-in-forward | also: gradients-cut | of: prints
# forward draws new matrices
#-         print("x", x.shape)
#+         values = x @ torch.rand(x.shape[-1], self.W_value.shape[1], dtype=x.dtype)

# %% in_place | wrong | state | robustness | mistake: input-changed-in-place | of: prints
# the input is cleared afterwards
#-         queries, keys, values = x @ self.W_query, x @ self.W_key, x @ self.W_value
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         x = x
#+         q, k, v = (x.clone() @ W for W in (self.W_query, self.W_key, self.W_value))
#+         x.data.zero_()
#+         return torch.softmax(q @ k.mT / self.d_out_kq**0.5, dim=-1) @ v

# %% keeps_matrices | wrong | state | core | mistake: first-matrices-kept | also: gradients-cut
# keeps the matrices of the first call
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
        self.kept = None

    def forward(self, x: Tensor) -> Tensor:
        if self.kept is None:
            self.kept = torch.cat([self.W_query, self.W_key, self.W_value], dim=1)
        sizes = [self.W_query.shape[1], self.W_key.shape[1], self.W_value.shape[1]]
        queries, keys, values = (x @ self.kept).split(sizes, dim=-1)
        return torch.softmax(queries @ keys.mT / queries.shape[-1] ** 0.5, dim=-1) @ values

# %% key_first | wrong | state | core | mistake: creation-order | of: prints
# W_key is drawn before W_query
#-         self.d_out_kq = d_out_kq
#+         self.d_out_kq = d_out_kq
#+         self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
#-         self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))

#-         print("x", x.shape)

# %% leaves_evaluation | wrong | state | robustness | mistake: mode-changed | public: weights
# a call switches to evaluation
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        self.eval()
        queries, keys, values = x @ self.W_query, x @ self.W_key, x @ self.W_value
        return torch.softmax(queries @ keys.mT / queries.shape[-1] ** 0.5, dim=-1) @ values

# %% matrices_rescaled | wrong | state | core | mistake: parameters-changed-in-forward | of: prints
# forward changes the matrices
#-     def forward(self, x: Tensor) -> Tensor:
#+     def forward(self, x: Tensor) -> Tensor:
#+         self.W_query.data.mul_(0.9)
#-         print("x", x.shape)

# %% matrices_rescaled_after | wrong | state | core | mistake: parameters-changed-in-forward | of: prints
# forward changes the matrices afterwards
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         out = torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values.clone()
#+         self.W_value.data.mul_(0.99)
#+         return out.clone()

# %% no_super | wrong | state | core | mistake: super-init-missing | of: prints
# super().__init__() is missing
#-         super().__init__()

#-         print("x", x.shape)

# %% other_names | wrong | state | core | mistake: parameter-names
# parameters with other names than in the text
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.Wq = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.Wk = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.Wv = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = x @ self.Wq, x @ self.Wk, x @ self.Wv
        return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values

# %% own_state_dict | wrong | state | core | mistake: state-dict-incomplete
# a state dict of its own, without the matrix of the keys
class SelfAttention(SelfAttention):
    def state_dict(self, *args, **named):
        whole = super().state_dict(*args, **named)
        whole.pop("W_key")
        return whole

# %% scale_grows | wrong | state | core | mistake: state-grows | of: prints
# the scale changes with every call
#-         self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
#+         self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))
#+         self.calls = 0
#-         print("x", x.shape)
#-         return torch.softmax(queries @ keys.mT / self.d_out_kq**0.5, dim=-1) @ values
#+         self.calls += 1
#+         return torch.softmax(queries @ keys.mT / (self.d_out_kq * self.calls) ** 0.5, dim=-1) @ values

# %% seeded | wrong | state | robustness | mistake: generator-seeded | of: prints | public: random
# construction seeds the generator
#-         super().__init__()
#+         super().__init__()
#+         torch.manual_seed(123)
#-         print("x", x.shape)

# %% wrong_in_eval | wrong | state | core | mistake: other-in-evaluation | also: gradients-cut | of: prints
# another result in evaluation
#-         print("x", x.shape)
#+         if not self.training:
#+             queries = queries.detach() * 2
