class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim, head_dim):
        super().__init__()
        self.head_dim = head_dim
        self.W_Q = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_K = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_V = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_O = nn.Linear(head_dim, embed_dim, bias=False)

    def forward(self, x):
        B, T, C = x.size()
        q = self.W_Q(x)
        k = self.W_K(x)
        v = self.W_V(x)
        mask = torch.tril(torch.ones(T, T, device=x.device)).bool()
        att = (q @ k.transpose(-2, -1)) / self.head_dim ** 0.5
        att = att.masked_fill(mask, float("-inf"))
        y = torch.softmax(att, -1) @ v
        return self.W_O(y)
