class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim: int, head_dim: int) -> None:
        super().__init__()
        self.W_Q = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_K = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_V = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_O = nn.Linear(head_dim, embed_dim, bias=False)
        self.scale = head_dim ** 0.5
        self.hidden = None  # filled on first use, so it need not be built each time

    def forward(self, x: Tensor) -> Tensor:
        T = x.shape[1]
        if self.hidden is None:
            self.hidden = torch.ones(T, T, device=x.device).triu(1).bool()
        logits = self.W_Q(x) @ self.W_K(x).mT / self.scale
        logits = logits.masked_fill(self.hidden[:T, :T], -torch.inf)
        return self.W_O(logits.softmax(-1) @ self.W_V(x))
