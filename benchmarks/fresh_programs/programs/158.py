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
        B, T, D = x.shape
        d_h = D // self.num_heads

        def heads(y: Tensor) -> Tensor:
            return y.view(B, T, self.num_heads, d_h).transpose(1, 2)

        q, k, v = heads(self.W_Q(x)), heads(self.W_K(x)), heads(self.W_V(x))
        if cache is not None:
            old_k, old_v = cache
            k = torch.cat([old_k, k], dim=2)
            v = torch.cat([old_v, v], dim=2)
        scores = q @ k.transpose(-2, -1) / math.sqrt(d_h)
        allowed = torch.tril(torch.ones(T, k.shape[2], device=x.device))
        scores = scores.masked_fill(allowed == 0, float("-inf"))
        out = torch.softmax(scores, dim=-1) @ v
        return self.W_O(out.transpose(1, 2).reshape(B, T, D)), (k, v)
