# wrong: masked with -1e4, which is no small score here | family: mask | level: robustness
class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, num_heads, causal=False):
        super().__init__()
        if d_model % num_heads:
            raise ValueError(f"d_model {d_model} is not divisible by num_heads {num_heads}")
        self.num_heads, self.causal = num_heads, causal
        self.d_model = d_model
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        B, T, D = x.shape
        h = self.num_heads
        q, k, v = (split_heads(w(x), h) for w in (self.W_Q, self.W_K, self.W_V))
        s = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
        if self.causal:
            s = s.masked_fill(torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1), -1e4)
        w = s.softmax(-1)
        return self.W_O(merge_heads(w @ v))
