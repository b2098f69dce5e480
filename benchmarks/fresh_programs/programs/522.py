class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        if d_model % num_heads:
            raise ValueError(f"{d_model=} cannot be shared by {num_heads=}")
        self.n, self.width, self.causal = num_heads, d_model // num_heads, causal
        for name in ("W_Q", "W_K", "W_V", "W_O"):
            self.add_module(name, nn.Linear(d_model, d_model, bias=False))

    def one_head(self, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
        s = q @ k.mT / math.sqrt(self.width)
        a = torch.softmax(s, dim=-1)
        if self.causal:
            a = a.tril()
        return a @ v

    def forward(self, x: Tensor) -> Tensor:
        parts = [m(x).chunk(self.n, dim=-1) for m in (self.W_Q, self.W_K, self.W_V)]
        return self.W_O(torch.cat([self.one_head(*qkv) for qkv in zip(*parts)], dim=-1))
