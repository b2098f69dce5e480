class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        if d_model % num_heads:
            raise ValueError(f"cannot cut {d_model} columns into {num_heads} equal heads")
        super().__init__()
        for name in ("W_Q", "W_K", "W_V", "W_O"):
            self.add_module(name, nn.Linear(d_model, d_model, bias=False))
        self.n_heads = num_heads
        self.causal = causal

    def forward(self, x: Tensor) -> Tensor:
        width = x.shape[-1] // self.n_heads
        qs, ks, vs = (m(x).split(width, dim=-1) for m in (self.W_Q, self.W_K, self.W_V))
        attention = torch.stack([self._weights(q, k) for q, k in zip(qs, ks)])
        mixed = attention.mean(dim=0)
        outs = [mixed @ v for v in vs]
        return self.W_O(torch.cat(outs, dim=-1))

    def _weights(self, q: Tensor, k: Tensor) -> Tensor:
        s = torch.einsum("bid,bjd->bij", q, k) / math.sqrt(q.shape[-1])
        if self.causal:
            i = torch.arange(s.shape[-1], device=s.device)
            s = s.masked_fill(i > i.unsqueeze(1), float("-inf"))
        return s.softmax(dim=-1)
