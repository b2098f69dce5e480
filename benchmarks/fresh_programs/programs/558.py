class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        if d_model % num_heads:
            raise ValueError(f"{d_model=} is not a multiple of {num_heads=}")
        self.h, self.d_h, self.causal = num_heads, d_model // num_heads, causal
        self.W_Q, self.W_K, self.W_V, self.W_O = (nn.Linear(d_model, d_model, bias=False) for _ in range(4))

    def forward(self, x: Tensor) -> Tensor:
        B, T, C = x.shape
        q = self.W_Q(x).view(B, T, self.h, self.d_h)
        k = self.W_K(x).view(B, T, self.h, self.d_h)
        v = self.W_V(x).view(B, T, self.h, self.d_h)
        s = torch.einsum("bihd,bjhd->bijh", q, k) / math.sqrt(self.d_h)
        if self.causal:
            i = torch.arange(T, device=x.device)
            past = i[:, None] >= i[None, :]
            s = s.masked_fill(~past[:, :, None], -torch.inf)
        a = torch.softmax(s, dim=-1)
        z = torch.einsum("bijh,bjhd->bihd", a, v).reshape(B, T, C)
        return self.W_O(z)
