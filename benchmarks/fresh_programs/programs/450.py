class CachedAttention(nn.Module):
    def __init__(self, d_model, num_heads):
        super().__init__()
        if d_model % num_heads != 0:
            raise ValueError(f"{d_model} is not a multiple of {num_heads}")
        self.num_heads = num_heads
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache=None):
        B, n, C = x.shape
        H = self.num_heads
        q, k, v = [lin(x).view(B, n, H, C // H).permute(0, 2, 1, 3) for lin in (self.W_Q, self.W_K, self.W_V)]
        if cache is not None:
            past_k, past_v = cache
            k, v = torch.cat((past_k, k), dim=-2), torch.cat((past_v, v), dim=-2)
        logits = q @ k.mT / (C // H) ** 0.5
        if cache is None:
            # the past may be seen by everybody, only a fresh text has a future to hide
            future = torch.triu(torch.ones(n, n, device=x.device), 1).bool()
            logits = logits.masked_fill(future, -math.inf)
        y = torch.softmax(logits, -1) @ v
        return self.W_O(y.permute(0, 2, 1, 3).reshape(B, n, C)), (k, v)
