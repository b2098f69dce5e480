class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        self.d_head, rest = divmod(d_model, num_heads)
        if rest:
            raise ValueError(f"{d_model} columns cannot be shared by {num_heads} heads")
        self.num_heads, self.causal = num_heads, causal
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)
        self.root = math.sqrt(d_model)

    def one_head(self, q, k, v):
        a = torch.softmax(q @ k.transpose(1, 2) / self.root, dim=-1)
        if self.causal:
            a = torch.tril(a)  # forget the future
        return a @ v

    def forward(self, x: Tensor) -> Tensor:
        Q, K, V = self.W_Q(x), self.W_K(x), self.W_V(x)
        w = self.d_head
        parts = [
            self.one_head(Q[..., i * w : (i + 1) * w], K[..., i * w : (i + 1) * w], V[..., i * w : (i + 1) * w])
            for i in range(self.num_heads)
        ]
        return self.W_O(torch.cat(parts, dim=-1))
