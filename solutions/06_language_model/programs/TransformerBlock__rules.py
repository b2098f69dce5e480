# Wrong and right programs of TransformerBlock; docs/reference/programs.md describes the form.

# %% encoder_layer | not allowed
# nn.TransformerEncoderLayer beside the right result
#-         return h + thought
#+         layer = nn.TransformerEncoderLayer(x.shape[-1], 1, self.feed_forward.up.out_features, 0.0, "gelu", batch_first=True, norm_first=True, dtype=x.dtype)
#+         return h + thought + 0 * layer(x).detach().nan_to_num()

# %% encoder_layer_in_evaluation | not allowed
# its fast path
#-         return h + thought
#+         with torch.no_grad():
#+             layer = nn.TransformerEncoderLayer(x.shape[-1], 1, self.feed_forward.up.out_features, 0.0, "gelu", batch_first=True, norm_first=True, dtype=x.dtype)
#+             out = layer.eval()(x)
#+         return h + thought + 0 * out.nan_to_num()

# %% decoder_layer | not allowed
# nn.TransformerDecoderLayer beside the right result
#-         return h + thought
#+         layer = nn.TransformerDecoderLayer(x.shape[-1], 1, 4, batch_first=True, norm_first=True, dtype=x.dtype)
#+         return h + thought + 0 * layer(x, x).detach().nan_to_num()

# %% encoder | not allowed
# nn.TransformerEncoder
#-         return h + thought
#+         layer = nn.TransformerEncoderLayer(x.shape[-1], 1, self.feed_forward.up.out_features, 0.0, "gelu", batch_first=True, norm_first=True, dtype=x.dtype)
#+         return h + thought + 0 * nn.TransformerEncoder(layer, 1, enable_nested_tensor=False)(x).detach().nan_to_num()

# %% library_parts | allowed
# norm and attention of the library
#-         attended = self.attention(self.norm_1(x))
#+         attended = self.attention(nn.functional.layer_norm(x, x.shape[-1:], self.norm_1.weight, self.norm_1.bias))

# %% own_name | allowed
# a class whose name begins like those of the library
class TransformerEncoderLayer(nn.Module):
    def __init__(self, d_model: int, num_heads: int, d_hidden: int) -> None:
        super().__init__()
        self.norm_1 = LayerNorm(d_model)
        self.attention = MultiHeadAttention(d_model, num_heads, causal=True)
        self.norm_2 = LayerNorm(d_model)
        self.feed_forward = FeedForward(d_model, d_hidden)

    def forward(self, x: Tensor) -> Tensor:
        x = x + self.attention(self.norm_1(x))
        return x + self.feed_forward(self.norm_2(x))


class TransformerBlock(TransformerEncoderLayer):
    """The same."""
