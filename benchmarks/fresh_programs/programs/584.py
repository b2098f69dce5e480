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
        B, T, C = x.shape
        shape = (B, T, self.num_heads, C // self.num_heads)
        q, k, v = (W(x).view(shape).transpose(1, 2) for W in (self.W_Q, self.W_K, self.W_V))
        bias = x.new_zeros(T, T)
        if cache is None:
            bias = bias + torch.full_like(bias, -math.inf).triu(1)
        else:
            k = torch.cat((cache[0], k), dim=-2)
            v = torch.cat((cache[1], v), dim=-2)
            bias = x.new_zeros(T, k.shape[-2])  # what is in the cache is past, all of it may be seen
        s = q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])
        p = torch.softmax(s + bias, dim=-1)
        y = (p @ v).transpose(1, 2).reshape(B, T, C)
        return self.W_O(y), (k, v)
