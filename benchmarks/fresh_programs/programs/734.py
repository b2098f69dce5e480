class TransformerBlock(nn.Module):
    def __init__(self, d_model: int, num_heads: int, d_hidden: int) -> None:
        super().__init__()
        self.norm_1 = LayerNorm(d_model)
        self.attention = MultiHeadAttention(d_model, num_heads, causal=True)
        self.norm_2 = LayerNorm(d_model)
        self.feed_forward = FeedForward(d_model, d_hidden)

    @staticmethod
    def _residual(x, norm, sublayer):
        x = norm(x)
        return x + sublayer(x)

    def forward(self, x: Tensor) -> Tensor:
        for norm, sublayer in ((self.norm_1, self.attention), (self.norm_2, self.feed_forward)):
            x = self._residual(x, norm, sublayer)
        return x
