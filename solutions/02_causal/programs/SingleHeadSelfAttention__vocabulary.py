# Wrong and right programs of SingleHeadSelfAttention; docs/reference/programs.md describes the form.

# %% always_prints | wrong | vocabulary | core | mistake: trace-unasked | of: dropout_mask
# prints although trace_shapes is False
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)
#-         if self.trace_shapes:
#-             for name, tensor in (("q", q), ("k", k), ("v", v), ("weights", weights), ("out", out)):
#-                 print(name, tuple(tensor.shape))
#+         for name, tensor in (("q", q), ("k", k), ("v", v), ("weights", weights), ("out", out)):
#+             print(name, tuple(tensor.shape))

# %% debug_print | wrong | vocabulary | core | mistake: trace-unasked | of: dropout_mask
# leaves a print behind
#-         scores = q @ k.transpose(-2, -1) / math.sqrt(self.d_k)
#+         scores = q @ k.transpose(-2, -1) / math.sqrt(self.d_k)
#+         print(scores.shape)
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)

# %% inverted_trace | wrong | vocabulary | core | mistake: trace-unasked | of: dropout_mask
# prints when not asked to
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)
#-         if self.trace_shapes:
#+         if not self.trace_shapes:

# %% kept_not_printed | wrong | vocabulary | core | mistake: trace-elsewhere | of: dropout_mask
# keeps the shapes in an attribute
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)
#-             for name, tensor in (("q", q), ("k", k), ("v", v), ("weights", weights), ("out", out)):
#-                 print(name, tuple(tensor.shape))
#+             self.shapes = {"q": q.shape, "k": k.shape, "v": v.shape, "weights": weights.shape, "out": out.shape}

# %% literal_shapes | wrong | vocabulary | core | mistake: trace-shapes | of: dropout_mask
# prints letters in place of the numbers of the shapes
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)
#-             for name, tensor in (("q", q), ("k", k), ("v", v), ("weights", weights), ("out", out)):
#-                 print(name, tuple(tensor.shape))
#+             print("q (B, T, d_k), k (B, T, d_k), v (B, T, d_k), weights (B, T, T), out (B, T, d_k)")

# %% logging | wrong | vocabulary | core | mistake: trace-elsewhere
# writes to a log
import logging
import math


class SingleHeadSelfAttention(nn.Module):
    def __init__(self, d_model: int, d_k: int, dropout: float = 0.0, trace_shapes: bool = False) -> None:
        super().__init__()
        self.d_k = d_k
        self.trace_shapes = trace_shapes
        self.q = nn.Linear(d_model, d_k, bias=False)
        self.k = nn.Linear(d_model, d_k, bias=False)
        self.v = nn.Linear(d_model, d_k, bias=False)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        q, k, v = self.q(x), self.k(x), self.v(x)
        later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
        scores = q @ k.transpose(-2, -1) / math.sqrt(self.d_k)
        weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
        weights = self.dropout(weights)
        out = weights @ v
        if self.trace_shapes:
            for name, tensor in (("q", q), ("k", k), ("v", v), ("weights", weights), ("out", out)):
                logging.warning("%s %s", name, tuple(tensor.shape))
        return out, weights

# %% names_only | wrong | vocabulary | core | mistake: trace-shapes | of: dropout_mask
# prints names without shapes
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)
#-             for name, tensor in (("q", q), ("k", k), ("v", v), ("weights", weights), ("out", out)):
#-                 print(name, tuple(tensor.shape))
#+             print("q k v weights out")

# %% never_prints | wrong | vocabulary | core | mistake: trace-missing | of: dropout_mask
# prints nothing
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)
#-         if self.trace_shapes:
#-             for name, tensor in (("q", q), ("k", k), ("v", v), ("weights", weights), ("out", out)):
#-                 print(name, tuple(tensor.shape))

# %% other_names | wrong | vocabulary | core | mistake: trace-names | of: trace_one_line
# prints other names
#-                 f"q={list(q.shape)} k={list(k.shape)} v={list(v.shape)} weights={list(weights.shape)} out={list(out.shape)}"
#+                 "queries", q.shape, "keys", k.shape, "values", v.shape, "attention", weights.shape, "context", out.shape

# %% out_missing | wrong | vocabulary | core | mistake: trace-shapes | of: dropout_mask
# does not print the shape of out
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)
#-             for name, tensor in (("q", q), ("k", k), ("v", v), ("weights", weights), ("out", out)):
#+             for name, tensor in (("q", q), ("k", k), ("v", v), ("weights", weights)):

# %% prints_counts | wrong | vocabulary | core | mistake: trace-shapes | of: dropout_mask
# prints numbers of elements
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)
#-                 print(name, tuple(tensor.shape))
#+                 print(name, tensor.numel())

# %% prints_in_training | wrong | vocabulary | core | mistake: trace-in-one-mode | of: dropout_mask
# prints in training only
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)
#-         if self.trace_shapes:
#+         if self.trace_shapes and not self.training:

# %% prints_values | wrong | vocabulary | core | mistake: trace-shapes | of: dropout_mask
# prints the tensors
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)
#-                 print(name, tuple(tensor.shape))
#+                 print(name, tensor)

# %% raises_when_tracing | wrong | vocabulary | core | mistake: trace-raises | of: dropout_mask
# breaks when asked to print
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)
#-                 print(name, tuple(tensor.shape))
#+                 print(name, "shape: " + tensor.shape)

# %% scores_for_weights | wrong | vocabulary | core | mistake: trace-names | of: dropout_mask
# prints the weights under the name scores
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)
#-             for name, tensor in (("q", q), ("k", k), ("v", v), ("weights", weights), ("out", out)):
#-                 print(name, tuple(tensor.shape))
#+             print("q", q.shape, "k", k.shape, "v", v.shape, "scores", weights.shape, "out", out.shape)

# %% shapes_only | wrong | vocabulary | core | mistake: trace-names | of: dropout_mask
# prints shapes without names
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)
#-             for name, tensor in (("q", q), ("k", k), ("v", v), ("weights", weights), ("out", out)):
#-                 print(name, tuple(tensor.shape))
#+             print(q.shape, k.shape, v.shape, weights.shape, out.shape)

# %% stderr | wrong | vocabulary | core | mistake: trace-elsewhere | of: trace_stdout
# prints to stderr
#-             for name, tensor in zip(("q", "k", "v", "weights", "out"), (q, k, v, weights, out), strict=True):
#-                 sys.stdout.write(name.rjust(8) + " " + "x".join(map(str, tensor.shape)) + "\n")
#+             for name, tensor in (("q", q), ("k", k), ("v", v), ("weights", weights), ("out", out)):
#+                 print(name, tuple(tensor.shape), file=sys.stderr)

# %% transposed_keys | wrong | vocabulary | core | mistake: trace-shapes | of: dropout_mask
# prints the shape of the transposed keys
#-         q, k, v = self.q(x), self.k(x), self.v(x)
#+         q, k, v = self.q(x), self.k(x).mT, self.v(x)
#-         scores = q @ k.transpose(-2, -1) / math.sqrt(self.d_k)
#+         scores = q @ k / math.sqrt(self.d_k)
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)

# %% weights_of_one | wrong | vocabulary | core | mistake: trace-shapes | of: dropout_mask
# prints the shapes of one sentence
#-         weights = weights * self.dropout(torch.ones_like(weights))
#+         weights = self.dropout(weights)
#-                 print(name, tuple(tensor.shape))
#+                 print(name, tuple(tensor.shape[1:]))
