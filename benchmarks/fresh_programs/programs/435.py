class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        assert d_model % num_heads == 0, f"num_heads={num_heads} does not divide d_model={d_model}"
        self.d_head = d_model // num_heads
        self.causal = causal

        def linear():
            return nn.Linear(d_model, d_model, bias=False)

        self.W_Q, self.W_K, self.W_V, self.W_O = linear(), linear(), linear(), linear()

    def one_head(self, q, k, v):
        s = q @ k.transpose(1, 2) / math.sqrt(q.shape[1])
        if self.causal:
            no_peeking = torch.full(s.shape[1:], -torch.inf, dtype=s.dtype, device=s.device)
            s = s + no_peeking.triu(1)
        return s.softmax(dim=-1) @ v

    def forward(self, x: Tensor) -> Tensor:
        pieces = [layer(x).split(self.d_head, dim=-1) for layer in (self.W_Q, self.W_K, self.W_V)]
        return self.W_O(torch.cat([self.one_head(*qkv) for qkv in zip(*pieces)], dim=-1))
