# wrong: a mask of at most 16 tokens | family: mask | level: core
class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim, head_dim):
        super().__init__()
        self.W_Q = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_K = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_V = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_O = nn.Linear(head_dim, embed_dim, bias=False)
        self.register_buffer("mask", torch.ones(16, 16).triu(1).bool(), persistent=False)

    def forward(self, x):
        q, k, v = self.W_Q(x), self.W_K(x), self.W_V(x)
        T = x.shape[1]
        s = (q @ k.transpose(-2, -1)).masked_fill(self.mask[:T, :T], -math.inf)
        return self.W_O(torch.softmax(s / math.sqrt(q.shape[-1]), -1) @ v)
