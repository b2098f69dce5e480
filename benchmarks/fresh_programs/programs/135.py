class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        if d_model % num_heads > 0:
            raise ValueError(f"d_model {d_model}, num_heads {num_heads}: does not divide")
        self.n, self.width, self.causal = num_heads, d_model // num_heads, causal
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def _heads(self, t: Tensor) -> Tensor:
        batch, length, _ = t.shape
        return t.reshape(batch, length, self.n, self.width).transpose(1, 2)

    def forward(self, x: Tensor) -> Tensor:
        batch, length, d_model = x.shape
        query, key, value = map(self._heads, (self.W_Q(x), self.W_K(x), self.W_V(x)))
        score = query @ key.transpose(2, 3) * self.width**-0.5
        if self.causal:
            allowed = torch.ones(length, length, device=x.device).tril().bool()
            score = score.masked_fill(~allowed, -float("inf"))
        context = score.softmax(dim=3) @ value
        return self.W_O(context.reshape(batch, length, d_model))
