class CachedAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int) -> None:
        super().__init__()
        if d_model % num_heads != 0:
            raise ValueError(f"num_heads must divide d_model: {num_heads} does not divide {d_model}")
        self.num_heads = num_heads
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x: Tensor, cache: tuple[Tensor, Tensor] | None = None) -> tuple[Tensor, tuple[Tensor, Tensor]]:
        B, new, d_model = x.shape
        q, k, v = (
            layer(x).reshape(B, new, self.num_heads, -1).transpose(1, 2) for layer in (self.W_Q, self.W_K, self.W_V)
        )
        if cache is not None:
            k_past, v_past = (part.detach() for part in cache)  # the past is finished
            k = torch.cat([k_past, k], dim=2)
            v = torch.cat([v_past, v], dim=2)
        total = k.shape[2]
        scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
        later = torch.ones(new, total, dtype=torch.bool, device=x.device).triu(1)
        weights = scores.masked_fill(later, -math.inf).softmax(dim=-1)
        out = (weights @ v).transpose(1, 2).reshape(B, new, d_model)
        return self.W_O(out), (k, v)
