class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        width, rest = divmod(d_model, num_heads)
        if rest:
            raise ValueError(f"{d_model} columns cannot be shared by {num_heads} heads")
        self.h, self.width, self.causal = num_heads, width, causal
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        T = x.shape[1]
        allowed = torch.ones(T, T, dtype=torch.bool, device=x.device)
        if self.causal:
            allowed = allowed.tril()
        Q, K, V = self.W_Q(x), self.W_K(x), self.W_V(x)
        total = torch.zeros_like(x)
        for i in range(self.h):
            cols = slice(i * self.width, (i + 1) * self.width)
            s = Q[..., cols] @ K[..., cols].transpose(1, 2) / self.width**0.5
            a = torch.softmax(torch.where(allowed, s, -torch.inf), dim=-1)
            # every head adds its share of the output projection
            total = total + a @ V[..., cols] @ self.W_O.weight[cols]
        return total
