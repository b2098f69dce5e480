class CachedAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int) -> None:
        super().__init__()
        if d_model % num_heads != 0:
            raise ValueError(f"{num_heads} heads do not divide {d_model}")
        self.num_heads = num_heads
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x: Tensor, cache: tuple[Tensor, Tensor] | None = None) -> tuple[Tensor, tuple[Tensor, Tensor]]:
        B, T, C = x.shape
        h = self.num_heads
        q = self.W_Q(x).view(B, T, h, C // h).transpose(1, 2)
        k = self.W_K(x).view(B, T, h, C // h).transpose(1, 2)
        v = self.W_V(x).view(B, T, h, C // h).transpose(1, 2)
        if cache is not None:
            old_k, old_v = cache
            k = torch.cat((old_k, k), dim=-2)
            v = torch.cat((old_v, v), dim=-2)
        att = q @ k.transpose(-2, -1) / math.sqrt(C)
        future = torch.ones(T, k.shape[-2], device=x.device).triu(1).bool()
        att = att.masked_fill(future, float("-inf")).softmax(dim=-1)
        y = (att @ v).transpose(1, 2).reshape(B, T, C)
        return self.W_O(y), (k, v)
