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
        new = [layer(x).unflatten(2, (self.num_heads, -1)).transpose(1, 2) for layer in (self.W_Q, self.W_K, self.W_V)]
        q, k, v = new
        all_k = k if cache is None else torch.cat((cache[0], k), dim=-2)
        all_v = v if cache is None else torch.cat((cache[1], v), dim=-2)
        past = all_k.size(-2) - k.size(-2)
        query_pos = torch.arange(q.size(-2), device=x.device) + past
        key_pos = torch.arange(all_k.size(-2), device=x.device)
        att = torch.einsum("bhid,bhjd->bhij", q, all_k) / q.size(-1) ** 0.5
        att = att.masked_fill(key_pos > query_pos[:, None], float("-inf")).softmax(-1)
        y = torch.einsum("bhij,bhjd->bihd", att, all_v).flatten(2)
        return self.W_O(y), (k, v)
