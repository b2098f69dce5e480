class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim, head_dim):
        super().__init__()
        self.W_Q, self.W_K, self.W_V = [nn.Linear(embed_dim, head_dim, bias=False)] * 3
        self.W_O = nn.Linear(head_dim, embed_dim, bias=False)
        self.scale = head_dim ** 0.5

    def attend(self, one_query, seen_keys, seen_values):
        s = (seen_keys @ one_query.unsqueeze(-1)).squeeze(-1) / self.scale  # (B, t)
        p = torch.softmax(s, dim=-1)
        return (p.unsqueeze(-1) * seen_values).sum(dim=1)

    def forward(self, x):
        Q, K, V = self.W_Q(x), self.W_K(x), self.W_V(x)
        outputs = []
        for t in range(x.shape[1]):
            # token t sees 0..t
            outputs.append(self.attend(Q[:, t], K[:, : t + 1], V[:, : t + 1]))
        return self.W_O(torch.stack(outputs, dim=1))
