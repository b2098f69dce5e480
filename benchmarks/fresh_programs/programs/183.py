class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        if d_model % num_heads:
            raise ValueError(f"{num_heads} heads do not fit into width {d_model}")
        self.num_heads = num_heads
        self.head_dim = d_model // num_heads
        self.causal = causal
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)
        self.blocked = None

    def forward(self, x: Tensor) -> Tensor:
        B, T, d = x.shape
        h, d_h = self.num_heads, self.head_dim
        q = self.W_Q(x).view(B, T, h, d_h).permute(0, 2, 1, 3)
        k = self.W_K(x).view(B, T, h, d_h).permute(0, 2, 3, 1)  # already transposed
        v = self.W_V(x).view(B, T, h, d_h).permute(0, 2, 1, 3)
        scores = (q @ k) * d**-0.5
        if self.causal:
            if self.blocked is None:  # make the mask only once
                self.blocked = torch.triu(torch.ones(T, T, device=x.device), 1).bool()
            scores = scores.masked_fill(self.blocked, -math.inf)
        context = torch.softmax(scores, -1) @ v
        return self.W_O(context.permute(0, 2, 1, 3).reshape(B, T, d))
