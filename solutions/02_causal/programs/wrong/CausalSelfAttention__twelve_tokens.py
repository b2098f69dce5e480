# wrong: a mask of at most 12 tokens | family: mask | level: core
class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim, head_dim):
        super().__init__()
        self.W_Q = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_K = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_V = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_O = nn.Linear(head_dim, embed_dim, bias=False)

    def forward(self, x):
        q, k, v = self.W_Q(x), self.W_K(x), self.W_V(x)
        m = torch.ones(12, 12, device=x.device).triu(1).bool()[: x.shape[1], : x.shape[1]]
        return self.W_O(torch.softmax((q @ k.mT).masked_fill(m, -math.inf) / q.shape[-1] ** 0.5, -1) @ v)
