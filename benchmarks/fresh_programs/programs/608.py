class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        if d_model % num_heads:
            raise ValueError(f"d_model={d_model} is not a multiple of num_heads={num_heads}")
        self.h = num_heads
        self.d_h = d_model // num_heads
        self.causal = causal
        for name in ("W_Q", "W_K", "W_V", "W_O"):
            setattr(self, name, nn.Linear(d_model, d_model, bias=False))

    def heads(self, y: Tensor) -> Tensor:
        b, t, _ = y.size()
        return y.view(b, t, self.h, self.d_h).permute(0, 2, 1, 3)

    def forward(self, x: Tensor) -> Tensor:
        b, t, c = x.size()
        q, k, v = self.heads(self.W_Q(x)), self.heads(self.W_K(x)), self.heads(self.W_V(x))
        att = q @ k.permute(0, 1, 3, 2) / math.sqrt(self.d_h)
        if self.causal:
            tril = torch.tril(torch.ones(t, t, device=x.device)).view(1, 1, t, t)
            att = att.masked_fill(tril == 0, 1e-9)
        att = att.softmax(-1)
        y = (att @ v).permute(0, 2, 1, 3).contiguous().view(b, t, c)
        return self.W_O(y)
