class CachedAttention(nn.Module):
    def __init__(self, d_model, num_heads):
        super().__init__()
        if d_model % num_heads != 0:
            raise ValueError("num_heads must divide d_model")
        self.num_heads = num_heads
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache=None):
        B, T, D = x.shape
        d_h = D // self.num_heads
        q = self.W_Q(x).view(B, T, self.num_heads, d_h).transpose(1, 2)
        k = self.W_K(x).view(B, T, self.num_heads, d_h).transpose(1, 2)
        v = self.W_V(x).view(B, T, self.num_heads, d_h).transpose(1, 2)
        if cache is not None:
            past_k, past_v = cache
            k = torch.cat((past_k, k), dim=2)
            v = torch.cat((past_v, v), dim=2)
        att = q @ k.transpose(-2, -1) / d_h**0.5
        mask = torch.tril(torch.ones(T, k.shape[2], device=x.device))
        att = att.masked_fill(mask == 0, float("-inf")).softmax(dim=-1)
        y = (att @ v).transpose(1, 2).reshape(B, T, D)
        return self.W_O(y), (k, v)
