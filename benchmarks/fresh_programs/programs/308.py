class CachedAttention(nn.Module):
    """Causal attention with a key/value cache."""

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
        B, n_new, d_model = x.shape
        d_h = d_model // self.num_heads

        def heads(y):
            return y.reshape(B, n_new, self.num_heads, d_h).permute(0, 2, 1, 3)

        q, k, v = heads(self.W_Q(x)), heads(self.W_K(x)), heads(self.W_V(x))

        if cache is None:
            n_past = 0
        else:
            n_past = cache[0].size(2)
            k = torch.cat((cache[0], k), dim=2)
            v = torch.cat((cache[1], v), dim=2)

        scores = q @ k.mT / d_h**0.5
        # the cache holds only the past, which everybody may see: a mask is needed for the first piece only
        if n_past == 0:
            i = torch.arange(n_past, n_past + n_new, device=x.device)
            j = torch.arange(n_past + n_new, device=x.device)
            scores = scores.masked_fill(j > i[:, None], float("-inf"))

        mixed = scores.softmax(-1) @ v
        out = self.W_O(mixed.permute(0, 2, 1, 3).reshape(B, n_new, d_model))
        return out, (k, v)
