class MultiHeadAttention(nn.Module):
    """Multi-head attention with one projection for all heads."""

    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        assert d_model % num_heads == 0, f"d_model={d_model} cannot be divided into {num_heads} heads"
        self.h = num_heads
        self.d_h = d_model // num_heads
        self.causal = causal
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)
        future = torch.ones(128, 128, dtype=torch.bool).triu(1)
        self.register_buffer("future", future, persistent=False)

    def forward(self, x: Tensor) -> Tensor:
        B, T, d_model = x.shape
        q = self.W_Q(x).reshape(B, T, self.h, self.d_h)
        k = self.W_K(x).reshape(B, T, self.h, self.d_h)
        v = self.W_V(x).reshape(B, T, self.h, self.d_h)

        scores = torch.einsum("bihd,bjhd->bhij", q, k) / math.sqrt(self.d_h)
        if self.causal:
            scores = scores.masked_fill(self.future[:T, :T], float("-inf"))
        weights = scores.softmax(dim=-1)

        heads = torch.einsum("bhij,bjhd->bihd", weights, v)
        return self.W_O(heads.reshape(B, T, d_model))
