class TransformerBlock(nn.Module):
    def __init__(self, d_model: int, num_heads: int, d_hidden: int) -> None:
        super().__init__()
        self.norm_1 = LayerNorm(d_model)
        self.attention = MultiHeadAttention(d_model, num_heads, causal=True)
        self.norm_2 = LayerNorm(d_model)
        self.feed_forward = FeedForward(d_model, d_hidden)

    def forward(self, x: Tensor) -> Tensor:
        for norm, layer in ((self.norm_1, self.attention), (self.norm_2, self.feed_forward)):
            x = norm(x)
            x = x + layer(x)
        return x
