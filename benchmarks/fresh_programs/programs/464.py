class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        if num_heads > d_model:
            raise ValueError(f"{num_heads} heads do not fit into a width of {d_model}")
        self.h, self.d_h, self.causal = num_heads, d_model // num_heads, causal
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        B, T, C = x.shape
        root = self.d_h**0.5
        q = self.W_Q(x).view(B, T, self.h, self.d_h).permute(0, 2, 1, 3) / root
        k = self.W_K(x).view(B, T, self.h, self.d_h).permute(0, 2, 3, 1) / root
        v = self.W_V(x).view(B, T, self.h, self.d_h).permute(0, 2, 1, 3)
        att = q @ k
        if self.causal:
            allowed = torch.ones(T, T, device=x.device).tril() == 1
            att = torch.where(allowed, att, -math.inf)
        y = att.softmax(-1) @ v
        return self.W_O(y.permute(0, 2, 1, 3).reshape(B, T, C))
