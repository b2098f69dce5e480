class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        assert d_model % num_heads == 0, f"{num_heads} heads do not divide {d_model} columns"
        self.h = num_heads
        self.d_h = d_model // num_heads
        self.causal = causal
        for name in ("W_Q", "W_K", "W_V", "W_O"):
            setattr(self, name, nn.Linear(d_model, d_model, bias=False))

    def forward(self, x: Tensor) -> Tensor:
        B, T, C = x.shape
        Q, K, V = (W(x).reshape(B, T, self.h, self.d_h) for W in (self.W_Q, self.W_K, self.W_V))
        S = torch.einsum("bihd,bjhd->bhij", Q, K) / math.sqrt(self.d_h)
        if self.causal:
            S = S + torch.full((T, T), float("-inf"), device=x.device).triu(1)
        A = S.softmax(dim=-1)
        Z = torch.einsum("bhij,bjhd->bihd", A, V)
        return self.W_O(Z.reshape(B, T, C))
