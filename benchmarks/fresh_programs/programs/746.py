def attend(q, k, v, causal):
    """One head: (B, T, d) each."""
    s = torch.bmm(q, k.transpose(1, 2)) / q.shape[-1] ** 0.5
    if causal:
        T = s.shape[-1]
        s = s + torch.full((T, T), float("-inf"), dtype=s.dtype, device=s.device).triu(1)
    return torch.bmm(torch.softmax(s, dim=2), v)


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, num_heads, causal=False):
        super().__init__()
        self.d_head, rest = divmod(d_model, num_heads)
        if rest:
            raise ValueError(f"{num_heads} heads do not fit into {d_model}")
        self.causal = causal
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        pieces = [proj(x).split(self.d_head, dim=-1) for proj in (self.W_Q, self.W_K, self.W_V)]
        results = [attend(q, k, v, self.causal) for q, k, v in zip(*pieces)]
        together = torch.stack(results, dim=-1).reshape(x.shape)
        return self.W_O(together)
