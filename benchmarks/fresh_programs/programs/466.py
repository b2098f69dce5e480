class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        self.d_h, rest = divmod(d_model, num_heads)
        if rest:
            raise ValueError(f"cannot share {d_model} columns among {num_heads} heads")
        self.h = num_heads
        self.W_Q, self.W_K, self.W_V, self.W_O = (nn.Linear(d_model, d_model, bias=False) for _ in range(4))
        future = torch.zeros(d_model, d_model, dtype=torch.bool)
        if causal:
            future = ~torch.ones_like(future).tril()
        self.register_buffer("future", future, persistent=False)

    def forward(self, x: Tensor) -> Tensor:
        B, T, C = x.shape
        q, k, v = (W(x).reshape(B, T, self.h, self.d_h) for W in (self.W_Q, self.W_K, self.W_V))
        att = torch.einsum("bqhd,bkhd->bhqk", q, k) * self.d_h**-0.5
        att = att.masked_fill(self.future[:T, :T], float("-inf")).softmax(dim=-1)
        y = torch.einsum("bhqk,bkhd->bqhd", att, v)
        return self.W_O(y.reshape(B, T, C))
