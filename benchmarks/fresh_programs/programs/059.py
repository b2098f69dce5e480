class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, num_heads, causal=False):
        super().__init__()
        if d_model % num_heads != 0:
            raise ValueError("not divisible")
        self.num_heads = num_heads
        self.scale = d_model ** -0.5
        self.causal = causal
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        outs = []
        for q, k, v in zip(self.W_Q(x).chunk(self.num_heads, -1), self.W_K(x).chunk(self.num_heads, -1),
                           self.W_V(x).chunk(self.num_heads, -1)):
            scores = torch.bmm(q, k.transpose(1, 2)) * self.scale
            if self.causal:
                T = x.shape[1]
                scores = scores.masked_fill(torch.ones(T, T, device=x.device).triu(1).bool(), float("-inf"))
            outs.append(torch.bmm(torch.softmax(scores, -1), v))
        return self.W_O(torch.cat(outs, dim=-1))
