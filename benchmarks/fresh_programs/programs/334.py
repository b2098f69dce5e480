class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        assert d_model % num_heads == 0, "d_model must be divisible by num_heads"
        self.h = num_heads
        self.causal = causal
        self.W_Q, self.W_K, self.W_V, self.W_O = (nn.Linear(d_model, d_model, bias=False) for _ in range(4))

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = (split_heads(layer(x), self.h) for layer in (self.W_Q, self.W_K, self.W_V))
        logits = torch.einsum("bhqd,bhkd->bhqk", q, k) / math.sqrt(q.size(-1))
        if self.causal:
            n = x.size(1)
            i = torch.arange(n, device=x.device)
            logits = logits.masked_fill(i[None, :] > i[:, None], -math.inf)
        mixed = torch.einsum("bhqk,bhkd->bhqd", torch.softmax(logits, dim=-1), v)
        return self.W_O(merge_heads(mixed))
