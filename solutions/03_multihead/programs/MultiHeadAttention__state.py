# Wrong and right programs of MultiHeadAttention; docs/reference/programs.md describes the form.

# %% causal_renamed | wrong | state | robustness | mistake: argument-names | of: mask_4d
# causal is called is_causal
#-     def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
#+     def __init__(self, d_model: int, num_heads: int, is_causal: bool = False) -> None:
#-         self.num_heads, self.causal = num_heads, causal
#+         self.num_heads, self.causal = num_heads, is_causal
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)

# %% clips_weights | wrong | state | core | mistake: parameters-changed-in-forward
# forward clips the weights in place to ±0.5, after use
class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        if d_model % num_heads != 0:
            raise ValueError(f"{num_heads} heads do not share {d_model} columns")
        self.num_heads, self.causal = num_heads, causal
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        B, T, d_model = x.shape
        d_h = d_model // self.num_heads
        queries, keys, values = (
            layer(x).reshape(B, T, self.num_heads, d_h).transpose(1, 2) for layer in (self.W_Q, self.W_K, self.W_V)
        )
        scores = queries @ keys.transpose(-2, -1) / d_h**0.5  # (B, h, T, T)
        if self.causal:
            later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
            scores = scores.masked_fill(later, float("-inf"))
        weights = torch.softmax(scores, dim=-1)
        out = (weights @ values).transpose(1, 2).reshape(B, T, d_model)
        result = self.W_O(out)
        with torch.no_grad():
            for parameter in self.parameters():
                parameter.copy_(parameter.clamp(-0.5, 0.5))
        return result

# %% default_dtype | wrong | state | robustness | mistake: default-dtype-changed | of: mask_4d | public: settings
# makes the dtype of the input the default of torch
#-     def forward(self, x: Tensor) -> Tensor:
#+     def forward(self, x: Tensor) -> Tensor:
#+         torch.set_default_dtype(x.dtype)
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)

# %% input_renamed | wrong | state | robustness | mistake: argument-names | of: mask_4d
# x is called tokens
#-     def forward(self, x: Tensor) -> Tensor:
#+     def forward(self, tokens: Tensor) -> Tensor:
#+         x = tokens
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)

# %% kept_keys | wrong | state | core | mistake: first-keys-kept | also: gradients-cut | of: scaled_queries
# keys of the first call are kept
#-         self.num_heads, self.causal = num_heads, causal
#+         self.num_heads, self.causal = num_heads, causal
#+         self.kept = None
#-         scores = (queries * d_h**-0.5) @ keys.transpose(-2, -1)
#+         if self.kept is None or self.kept.shape != keys.shape:
#+             self.kept = keys
#+         scores = queries @ self.kept.transpose(-2, -1) / d_h**0.5  # (B, h, T, T)

# %% lower_case | wrong | state | core | mistake: parameter-names
# names in lower case
class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        if d_model % num_heads != 0:
            raise ValueError(f"{num_heads} heads do not share {d_model} columns")
        self.num_heads, self.causal = num_heads, causal
        self.W_q = nn.Linear(d_model, d_model, bias=False)
        self.W_k = nn.Linear(d_model, d_model, bias=False)
        self.W_v = nn.Linear(d_model, d_model, bias=False)
        self.W_o = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        B, T, d_model = x.shape
        d_h = d_model // self.num_heads
        queries, keys, values = (
            layer(x).reshape(B, T, self.num_heads, d_h).transpose(1, 2) for layer in (self.W_q, self.W_k, self.W_v)
        )
        scores = queries @ keys.transpose(-2, -1) / d_h**0.5  # (B, h, T, T)
        if self.causal:
            later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
            scores = scores.masked_fill(later, float("-inf"))
        weights = torch.softmax(scores, dim=-1)
        out = (weights @ values).transpose(1, 2).reshape(B, T, d_model)
        return self.W_o(out)

# %% mask_buffer | wrong | state | core | mistake: buffer-in-state | of: mask_4d
# the mask is stored with the model
#-         self.W_O = nn.Linear(d_model, d_model, bias=False)
#+         self.W_O = nn.Linear(d_model, d_model, bias=False)
#+         self.register_buffer("mask", torch.ones(512, 512, dtype=torch.bool).triu(1))
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = self.mask[:T, :T]

# %% mask_in_state | wrong | state | robustness | mistake: buffer-in-state
# the mask of the longest text so far is a buffer of the state dict
class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        if d_model % num_heads != 0:
            raise ValueError(f"{num_heads} heads do not share {d_model} columns")
        self.num_heads, self.causal = num_heads, causal
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)
        self.length = 0

    def forward(self, x: Tensor) -> Tensor:
        B, T, d_model = x.shape
        d_h = d_model // self.num_heads
        queries, keys, values = (
            layer(x).reshape(B, T, self.num_heads, d_h).transpose(1, 2) for layer in (self.W_Q, self.W_K, self.W_V)
        )
        scores = queries @ keys.transpose(-2, -1) / d_h**0.5  # (B, h, T, T)
        if self.causal:
            if self.length < T:
                self.length = T
                later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
                self.register_buffer("later", later)
            later = self.later[:T, :T]
            scores = scores.masked_fill(later, float("-inf"))
        weights = torch.softmax(scores, dim=-1)
        out = (weights @ values).transpose(1, 2).reshape(B, T, d_model)
        return self.W_O(out)

# %% mask_kept | wrong | state | core | mistake: first-mask-kept | also: shapes-do-not-fit | of: mask_4d
# the mask of the first call is kept
#-         self.num_heads, self.causal = num_heads, causal
#+         self.num_heads, self.causal = num_heads, causal
#+         self.later = None
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             if self.later is None:
#+                 self.later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#+             later = self.later

# %% mask_parameter | wrong | state | core | mistake: mask-as-parameter | of: mask_4d
# the mask is a parameter
#-         self.W_O = nn.Linear(d_model, d_model, bias=False)
#+         self.W_O = nn.Linear(d_model, d_model, bias=False)
#+         self.mask = nn.Parameter(torch.full((200, 200), float("-inf")).triu(1), requires_grad=False)
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#-             scores = scores.masked_fill(later, float("-inf"))
#+             scores = scores + self.mask[:T, :T]

# %% mask_short | wrong | state | core | mistake: mask-too-small | also: shapes-do-not-fit | of: mask_4d
# a mask for 32 tokens
#-         self.W_O = nn.Linear(d_model, d_model, bias=False)
#+         self.W_O = nn.Linear(d_model, d_model, bias=False)
#+         self.register_buffer("mask", torch.ones(32, 32, dtype=torch.bool).triu(1), persistent=False)
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = self.mask[:T, :T]

# %% no_causal_argument | wrong | state | core | mistake: argument-missing
# has no argument causal
class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int) -> None:
        super().__init__()
        if d_model % num_heads != 0:
            raise ValueError(f"{num_heads} heads do not share {d_model} columns")
        self.num_heads = num_heads
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        B, T, d_model = x.shape
        d_h = d_model // self.num_heads
        queries, keys, values = (
            layer(x).reshape(B, T, self.num_heads, d_h).transpose(1, 2) for layer in (self.W_Q, self.W_K, self.W_V)
        )
        scores = queries @ keys.transpose(-2, -1) / d_h**0.5  # (B, h, T, T)
        weights = torch.softmax(scores, dim=-1)
        out = (weights @ values).transpose(1, 2).reshape(B, T, d_model)
        return self.W_O(out)

# %% no_super | wrong | state | core | mistake: super-init-missing | of: mask_4d
# super().__init__() is missing
#-         super().__init__()

#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)

# %% one_result_for_all | wrong | state | core | mistake: result-memory-shared | also: no-gradient-flows
# writes every result of a shape into the same tensor
class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        if d_model % num_heads != 0:
            raise ValueError(f"{num_heads} heads do not share {d_model} columns")
        self.num_heads, self.causal = num_heads, causal
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)
        self.result = None

    def forward(self, x: Tensor) -> Tensor:
        B, T, d_model = x.shape
        d_h = d_model // self.num_heads
        queries, keys, values = (
            layer(x).reshape(B, T, self.num_heads, d_h).transpose(1, 2) for layer in (self.W_Q, self.W_K, self.W_V)
        )
        scores = queries @ keys.transpose(-2, -1) / d_h**0.5  # (B, h, T, T)
        if self.causal:
            later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
            scores = scores.masked_fill(later, float("-inf"))
        weights = torch.softmax(scores, dim=-1)
        out = (weights @ values).transpose(1, 2).reshape(B, T, d_model)
        result = self.W_O(out)
        if self.result is None or self.result.shape != result.shape:
            self.result = result
        else:
            self.result.data = self.result.data.copy_(result.data)
        return self.result

# %% other_names | wrong | state | core | mistake: parameter-names
# layers with other names than in the text
class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        if d_model % num_heads != 0:
            raise ValueError(f"{num_heads} heads do not share {d_model} columns")
        self.num_heads, self.causal = num_heads, causal
        self.query = nn.Linear(d_model, d_model, bias=False)
        self.key = nn.Linear(d_model, d_model, bias=False)
        self.value = nn.Linear(d_model, d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        B, T, d_model = x.shape
        d_h = d_model // self.num_heads
        queries, keys, values = (
            layer(x).reshape(B, T, self.num_heads, d_h).transpose(1, 2) for layer in (self.query, self.key, self.value)
        )
        scores = queries @ keys.transpose(-2, -1) / d_h**0.5  # (B, h, T, T)
        if self.causal:
            later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
            scores = scores.masked_fill(later, float("-inf"))
        weights = torch.softmax(scores, dim=-1)
        out = (weights @ values).transpose(1, 2).reshape(B, T, d_model)
        return self.out(out)

# %% other_order | wrong | state | core | mistake: creation-order | of: mask_4d
# layers created in another order
#-         self.num_heads, self.causal = num_heads, causal
#+         self.num_heads, self.causal = num_heads, causal
#+         self.W_K = nn.Linear(d_model, d_model, bias=False)
#-         self.W_K = nn.Linear(d_model, d_model, bias=False)

#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)

# %% output_first | wrong | state | core | mistake: creation-order | of: mask_4d
# W_O is created first
#-         self.num_heads, self.causal = num_heads, causal
#+         self.num_heads, self.causal = num_heads, causal
#+         self.W_O = nn.Linear(d_model, d_model, bias=False)
#-         self.W_O = nn.Linear(d_model, d_model, bias=False)

#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)

# %% renamed_argument | wrong | state | robustness | mistake: argument-names
# num_heads is called n_heads
class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, n_heads: int, causal: bool = False) -> None:
        super().__init__()
        if d_model % n_heads != 0:
            raise ValueError(f"{n_heads} heads do not share {d_model} columns")
        self.n_heads, self.causal = n_heads, causal
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        B, T, d_model = x.shape
        d_h = d_model // self.n_heads
        queries, keys, values = (
            layer(x).reshape(B, T, self.n_heads, d_h).transpose(1, 2) for layer in (self.W_Q, self.W_K, self.W_V)
        )
        scores = queries @ keys.transpose(-2, -1) / d_h**0.5  # (B, h, T, T)
        if self.causal:
            later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
            scores = scores.masked_fill(later, float("-inf"))
        weights = torch.softmax(scores, dim=-1)
        out = (weights @ values).transpose(1, 2).reshape(B, T, d_model)
        return self.W_O(out)

# %% same_input_same_output | wrong | state | core | mistake: first-result-kept
# the result for a tensor is kept as long as the same tensor comes, whatever the weights
class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        if d_model % num_heads != 0:
            raise ValueError(f"{num_heads} heads do not share {d_model} columns")
        self.num_heads, self.causal = num_heads, causal
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)
        self.last, self.kept = None, None

    def forward(self, x: Tensor) -> Tensor:
        if x is not self.last:
            self.last, self.kept = x, self.attend(x)
        return self.kept

    def attend(self, x: Tensor) -> Tensor:
        B, T, d_model = x.shape
        d_h = d_model // self.num_heads
        queries, keys, values = (
            layer(x).reshape(B, T, self.num_heads, d_h).transpose(1, 2) for layer in (self.W_Q, self.W_K, self.W_V)
        )
        scores = queries @ keys.transpose(-2, -1) / d_h**0.5  # (B, h, T, T)
        if self.causal:
            later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
            scores = scores.masked_fill(later, float("-inf"))
        weights = torch.softmax(scores, dim=-1)
        out = (weights @ values).transpose(1, 2).reshape(B, T, d_model)
        return self.W_O(out)

# %% scribbles | wrong | state | core | mistake: input-changed-in-place | of: mask_4d
# sets the input to zero in the end
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
#-         return self.W_O(out)
#+         out = self.W_O(out)
#+         x.data.zero_()
#+         return out

# %% seeded | wrong | state | robustness | mistake: generator-seeded | of: mask_4d | public: random
# seeds at construction
#-             raise ValueError(f"{num_heads} heads do not share {d_model} columns")
#+             raise ValueError(f"{num_heads} heads do not share {d_model} columns")
#+         torch.manual_seed(0)
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)

# %% seeded_forward | wrong | state | robustness | mistake: generator-seeded | of: mask_4d
# seeds in forward
#-     def forward(self, x: Tensor) -> Tensor:
#+     def forward(self, x: Tensor) -> Tensor:
#+         torch.manual_seed(0)
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)

# %% switches_to_eval | wrong | state | robustness | mistake: mode-changed | of: mask_4d | public: weights
# forward switches to evaluation mode
#-     def forward(self, x: Tensor) -> Tensor:
#+     def forward(self, x: Tensor) -> Tensor:
#+         self.eval()
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)

# %% view_input | wrong | state | robustness | mistake: view-of-noncontiguous | of: mask_4d | public: results
# views the input, which must be contiguous
#-         B, T, d_model = x.shape
#+         B, T, d_model = x.shape
#+         x = x.view(B * T, d_model).view(B, T, d_model)
#-             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1).view(1, 1, T, T)
#+             later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)

# %% weights_of_first_call | wrong | state | core | mistake: first-matrices-kept | also: gradients-cut | of: stacked_weights
# the projections are those of the first call, transposed once
#-         self.W_O = nn.Linear(d_model, d_model, bias=False)
#+         self.W_O = nn.Linear(d_model, d_model, bias=False)
#+         self.kept = None
#-     def forward(self, x: Tensor) -> Tensor:
#+     def forward(self, x: Tensor) -> Tensor:
#+         if self.kept is None:
#+             self.kept = [layer.weight.mT.clone() for layer in (self.W_Q, self.W_K, self.W_V)]
#-             part.view(B, T, self.num_heads, d_h).transpose(1, 2)
#-             for part in (x @ torch.cat([self.W_Q.weight, self.W_K.weight, self.W_V.weight]).T).chunk(3, dim=-1)
#+             (x @ weight).reshape(B, T, self.num_heads, d_h).transpose(1, 2) for weight in self.kept
