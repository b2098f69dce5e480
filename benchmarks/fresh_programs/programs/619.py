class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim: int, head_dim: int) -> None:
        super().__init__()
        for name in ("W_Q", "W_K", "W_V"):
            setattr(self, name, nn.Linear(embed_dim, head_dim, bias=False))
        self.W_O = nn.Linear(head_dim, embed_dim, bias=False)
        self.norm_factor = head_dim**-0.5

    def forward(self, x: Tensor) -> Tensor:
        sim = torch.einsum("bqd,bkd->bqk", self.W_Q(x), self.W_K(x)) * self.norm_factor
        sim = torch.tril(sim)
        sim = sim.masked_fill(sim == 0, float("-inf"))
        attn = sim.softmax(dim=-1)
        mixed = torch.einsum("bqk,bkd->bqd", attn, self.W_V(x))
        return self.W_O(mixed)
