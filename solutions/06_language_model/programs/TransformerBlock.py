# Wrong and right programs of TransformerBlock; docs/reference/programs.md describes the form.

# %% two_lines | right
# in two lines
#-         attended = self.attention(self.norm_1(x))
#-         h = x + attended
#-         thought = self.feed_forward(self.norm_2(h))
#-         return h + thought
#+         x = x + self.attention(self.norm_1(x))
#+         return x + self.feed_forward(self.norm_2(x))

# %% loop | right
# a loop over the two halves
#-         attended = self.attention(self.norm_1(x))
#-         h = x + attended
#-         thought = self.feed_forward(self.norm_2(h))
#-         return h + thought
#+         for norm, layer in ((self.norm_1, self.attention), (self.norm_2, self.feed_forward)):
#+             x = torch.add(x, layer(norm(x)))
#+         return x

# %% sum_of_three | right
# input and two additions
#-         thought = self.feed_forward(self.norm_2(h))
#-         return h + thought
#+         return x + attended + self.feed_forward(self.norm_2(x + attended))

# %% helper | right
# a method for each half
#-         return h + thought
#+         return torch.stack([h, thought]).sum(dim=0)

# %% clone | right
# in place on a copy
#-         thought = self.feed_forward(self.norm_2(h))
#-         return h + thought
#+         out = h.clone()
#+         out += self.feed_forward(self.norm_2(h))
#+         return out

# %% post_norm | wrong | normalisation | core | mistake: norm-after-sum
# normalised after adding
#-         attended = self.attention(self.norm_1(x))
#-         h = x + attended
#-         thought = self.feed_forward(self.norm_2(h))
#-         return h + thought
#+         h = self.norm_1(x + self.attention(x))
#+         return self.norm_2(h + self.feed_forward(h))

# %% first_post_norm | wrong | normalisation | core | mistake: norm-after-sum
# the first sum is normalised, instead of what attention reads
#-         attended = self.attention(self.norm_1(x))
#-         h = x + attended
#+         h = self.norm_1(x + self.attention(x))

# %% second_post_norm | wrong | normalisation | core | mistake: norm-after-sum
# the second sum is normalised, instead of what the feed-forward layer reads
#-         thought = self.feed_forward(self.norm_2(h))
#-         return h + thought
#+         return self.norm_2(h + self.feed_forward(h))

# %% norm_of_result | wrong | normalisation | core | mistake: norm-after-layer
# what a layer gives is normalised, not what it reads
#-         attended = self.attention(self.norm_1(x))
#-         h = x + attended
#-         thought = self.feed_forward(self.norm_2(h))
#-         return h + thought
#+         h = x + self.norm_1(self.attention(x))
#+         return h + self.norm_2(self.feed_forward(h))

# %% no_norm_1 | wrong | normalisation | core | mistake: norm-left-out
# the first norm is left out
#-         attended = self.attention(self.norm_1(x))
#+         attended = self.attention(x) + 0 * self.norm_1(x)

# %% no_norm_2 | wrong | normalisation | core | mistake: norm-left-out
# the second norm is left out
#-         thought = self.feed_forward(self.norm_2(h))
#+         thought = self.feed_forward(h) + 0 * self.norm_2(h)

# %% norm_1_twice | wrong | normalisation | core | mistake: norms-mixed-up
# the first norm twice
#-         thought = self.feed_forward(self.norm_2(h))
#+         thought = self.feed_forward(self.norm_1(h))

# %% norms_swapped | wrong | normalisation | core | mistake: norms-mixed-up
# the norms have changed places
#-         attended = self.attention(self.norm_1(x))
#-         h = x + attended
#-         thought = self.feed_forward(self.norm_2(h))
#+         attended = self.attention(self.norm_2(x))
#+         h = x + attended
#+         thought = self.feed_forward(self.norm_1(h))

# %% no_first_sum | wrong | values | core | mistake: residual-left-out
# attention replaces the input
#-         h = x + attended
#+         h = attended

# %% no_second_sum | wrong | values | core | mistake: residual-left-out
# the second half replaces the first
#-         return h + thought
#+         return thought

# %% no_sums | wrong | values | core | mistake: residual-left-out
# nothing is added
#-         h = x + attended
#+         h = attended

#-         return h + thought
#+         return thought

# %% x_in_second_sum | wrong | values | core | mistake: residual-from-input
# the second sum begins with the input
#-         return h + thought
#+         return x + thought

# %% parallel | wrong | values | core | mistake: halves-side-by-side
# both halves read the input
#-         thought = self.feed_forward(self.norm_2(h))
#+         thought = self.feed_forward(self.norm_2(x))

# %% second_reads_attention | wrong | values | core | mistake: second-half-reads-attention
# the second half reads what attention gave, without the input
#-         thought = self.feed_forward(self.norm_2(h))
#+         thought = self.feed_forward(self.norm_2(attended))

# %% residual_of_norm | wrong | values | core | mistake: residual-of-norm
# the normalised input is added
#-         attended = self.attention(self.norm_1(x))
#-         h = x + attended
#+         normal = self.norm_1(x)
#+         h = normal + self.attention(normal)

# %% residual_of_norm_2 | wrong | values | core | mistake: residual-of-norm
# the normalised middle is added
#-         thought = self.feed_forward(self.norm_2(h))
#-         return h + thought
#+         normal = self.norm_2(h)
#+         return normal + self.feed_forward(normal)

# %% added_twice | wrong | values | core | mistake: residual-twice
# the input is added twice
#-         return h + thought
#+         return x + h + thought

# %% halved | wrong | scale | core | mistake: result-scaled
# the sum is halved
#-         return h + thought
#+         return (h + thought) / 2

# %% root_of_two | wrong | scale | core | mistake: result-scaled
# each sum is divided by the root of 2
#-         h = x + attended
#+         h = (x + attended) / math.sqrt(2)

#-         return h + thought
#+         return (h + thought) / math.sqrt(2)

# %% attention_only | wrong | values | core | mistake: half-left-out
# attention only
#-         thought = self.feed_forward(self.norm_2(h))
#-         return h + thought
#+         return h + 0 * self.feed_forward(self.norm_2(h))

# %% thinking_only | wrong | values | core | mistake: half-left-out
# feed-forward only
#-         h = x + attended
#+         h = x + 0 * attended

# %% halves_swapped | wrong | values | core | mistake: halves-swapped
# feed-forward first
#-         attended = self.attention(self.norm_1(x))
#-         h = x + attended
#-         thought = self.feed_forward(self.norm_2(h))
#-         return h + thought
#+         h = x + self.feed_forward(self.norm_2(x))
#+         return h + self.attention(self.norm_1(h))

# %% product | wrong | values | core | mistake: residual-multiplied
# a product in place of a sum
#-         h = x + attended
#+         h = x * attended

# %% subtracted | wrong | values | core | mistake: residual-sign
# the second half is taken away
#-         return h + thought
#+         return h - thought

# %% not_causal | wrong | mask | core | mistake: no-mask
# attention without a mask
#-         self.attention = MultiHeadAttention(d_model, num_heads, causal=True)
#+         self.attention = MultiHeadAttention(d_model, num_heads)

# %% one_head | wrong | heads | core | mistake: one-head
# one head
#-         self.attention = MultiHeadAttention(d_model, num_heads, causal=True)
#+         self.attention = MultiHeadAttention(d_model, 1, causal=True)

# %% norm_at_end | wrong | normalisation | core | mistake: result-normalised
# a third norm at the end
#-         return h + thought
#+         return self.norm_2(h + thought)

# %% bent_again | wrong | values | core | mistake: activation-twice
# the result is bent
#-         return h + thought
#+         return nn.functional.gelu(h + thought)

# %% one_norm | wrong | state | core | mistake: norms-are-one
# one norm under two names
#-         self.norm_2 = LayerNorm(d_model)
#+         self.norm_2 = self.norm_1

# %% order | wrong | state | core | mistake: creation-order
# attention before the first norm
#-         self.norm_1 = LayerNorm(d_model)
#-         self.attention = MultiHeadAttention(d_model, num_heads, causal=True)
#+         self.attention = MultiHeadAttention(d_model, num_heads, causal=True)
#+         self.norm_1 = LayerNorm(d_model)

# %% names | wrong | state | core | mistake: parameter-names
# ln_1 and ln_2
class TransformerBlock(nn.Module):

    def __init__(self, d_model: int, num_heads: int, d_hidden: int) -> None:
        super().__init__()
        self.ln_1 = LayerNorm(d_model)
        self.attention = MultiHeadAttention(d_model, num_heads, causal=True)
        self.ln_2 = LayerNorm(d_model)
        self.feed_forward = FeedForward(d_model, d_hidden)

    def forward(self, x: Tensor) -> Tensor:
        h = x + self.attention(self.ln_1(x))
        return h + self.feed_forward(self.ln_2(h))

# %% detached | wrong | autograd | core | mistake: gradients-cut
# what attention gives is detached
#-         h = x + attended
#+         h = x + attended.detach()

# %% detached_road | wrong | autograd | core | mistake: gradients-cut
# the road past the second half is detached
#-         return h + thought
#+         return h.detach() + thought

# %% no_grad | wrong | autograd | core | mistake: no-grad-in-forward
# attention under no_grad
#-         attended = self.attention(self.norm_1(x))
#+         with torch.no_grad():
#+             attended = self.attention(self.norm_1(x))

# %% dropout | wrong | state | core | mistake: dropout-elsewhere | also: random-numbers-drawn
# drops in training mode
#-         return h + thought
#+         return h + nn.functional.dropout(thought, 0.1, self.training)

# %% evaluation | wrong | state | core | mistake: other-in-evaluation | also: gradients-cut
# no second half in evaluation mode
#-         return h + thought
#+         return h + thought if self.training else h

# %% kept | wrong | state | core | mistake: first-result-kept | also: no-gradient-flows
# the first result of a shape is kept
class TransformerBlock(nn.Module):

    def __init__(self, d_model: int, num_heads: int, d_hidden: int) -> None:
        super().__init__()
        self.kept = {}
        self.norm_1 = LayerNorm(d_model)
        self.attention = MultiHeadAttention(d_model, num_heads, causal=True)
        self.norm_2 = LayerNorm(d_model)
        self.feed_forward = FeedForward(d_model, d_hidden)

    def forward(self, x: Tensor) -> Tensor:
        attended = self.attention(self.norm_1(x))
        h = x + attended
        thought = self.feed_forward(self.norm_2(h))
        key = tuple(x.shape)
        if key not in self.kept or x.requires_grad:
            self.kept[key] = h + thought
        return self.kept[key]

# %% in_place | wrong | state | core | mistake: input-changed-in-place
# += on the input
#-         attended = self.attention(self.norm_1(x))
#-         h = x + attended
#+         attended = self.attention(self.norm_1(x))
#+         h = x + attended
#+         x.data.copy_(h.data)

# %% draws | wrong | state | robustness | mistake: generator-moved
# draws a number meanwhile
#-         attended = self.attention(self.norm_1(x))
#+         torch.rand(1)
#+         attended = self.attention(self.norm_1(x))

# %% float32 | wrong | dtype | robustness | mistake: result-float32
# always float32
#-         return h + thought
#+         return (h + thought).float()

# %% long_unmasked | wrong | mask | robustness | mistake: long-text-unmasked | public: long
# more than a hundred tokens see all others
#-         attended = self.attention(self.norm_1(x))
#+         self.attention.causal = x.shape[1] <= 100
#+         attended = self.attention(self.norm_1(x))

# %% first_150 | wrong | shape | robustness | mistake: length-cut-off | public: long
# tokens after the first 150 are lost
#-         return h + thought
#+         return (h + thought)[:, :150]

# %% squeezed | wrong | shape | core | mistake: size-one-squeezed
# sizes of one are lost
#-         return h + thought
#+         return (h + thought).squeeze()

# %% renamed | wrong | vocabulary | robustness | mistake: argument-names
# names of its own
class TransformerBlock(nn.Module):
    def __init__(self, width: int, heads: int, inner: int) -> None:
        super().__init__()
        self.norm_1 = LayerNorm(width)
        self.attention = MultiHeadAttention(width, heads, causal=True)
        self.norm_2 = LayerNorm(width)
        self.feed_forward = FeedForward(width, inner)

    def forward(self, tokens: Tensor) -> Tensor:
        h = tokens + self.attention(self.norm_1(tokens))
        return h + self.feed_forward(self.norm_2(h))
