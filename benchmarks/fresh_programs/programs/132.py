class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        if d_model % num_heads:
            raise ValueError(f"{d_model} is not divisible by {num_heads}")
        self.h = num_heads
        self.d_h = d_model // num_heads
        self.causal = causal
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        B, T, D = x.size()
        q = self.W_Q(x).view(B, T, self.h, self.d_h).transpose(1, 2)
        k = self.W_K(x).view(B, T, self.h, self.d_h).transpose(1, 2)
        v = self.W_V(x).view(B, T, self.h, self.d_h).transpose(1, 2)

        att = q @ k.transpose(-2, -1) / math.sqrt(self.d_h)
        if self.causal:
            att = att.masked_fill(torch.ones(T, T, device=x.device).triu(1) > 0, float("-inf"))
        y = torch.softmax(att, dim=-1) @ v
        y = y.transpose(1, 2).view(B, T, D)
        return self.W_O(y)
