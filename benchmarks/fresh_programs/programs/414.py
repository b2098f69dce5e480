class TransformerBlock(nn.Module):
    def __init__(self, d_model: int, num_heads: int, d_hidden: int) -> None:
        super().__init__()
        self.norm_1 = LayerNorm(d_model)
        self.attention = MultiHeadAttention(d_model, num_heads, causal=True)
        self.norm_2 = LayerNorm(d_model)
        self.feed_forward = FeedForward(d_model, d_hidden)

    def forward(self, x: Tensor) -> Tensor:
        skip = x

        # first sublayer
        x = self.norm_1(x)
        x = self.attention(x)
        x = skip + x

        # second sublayer
        x = self.norm_2(x)
        x = self.feed_forward(x)
        x = skip + x
        return x
