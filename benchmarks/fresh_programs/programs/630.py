class CachedAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int) -> None:
        super().__init__()
        if d_model % num_heads:
            raise ValueError(f"{num_heads} heads do not fit into {d_model}")
        self.num_heads = num_heads
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x: Tensor, cache: tuple[Tensor, Tensor] | None = None) -> tuple[Tensor, tuple[Tensor, Tensor]]:
        B, T, C = x.shape
        q, k, v = (
            lin(x).reshape(B, T, self.num_heads, C // self.num_heads).permute(0, 2, 1, 3)
            for lin in (self.W_Q, self.W_K, self.W_V)
        )
        if cache is None:
            blocked = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
        else:
            k = torch.cat((cache[0], k), dim=2)
            v = torch.cat((cache[1], v), dim=2)
            # the past is all there is to look at
            blocked = torch.zeros(T, k.shape[2], dtype=torch.bool, device=x.device)
        weights = (q @ k.mT / math.sqrt(q.shape[-1])).masked_fill(blocked, -math.inf).softmax(dim=-1)
        y = (weights @ v).permute(0, 2, 1, 3).reshape(B, T, C)
        return self.W_O(y), (k, v)
