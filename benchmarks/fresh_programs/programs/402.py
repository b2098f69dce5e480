class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim: int, head_dim: int) -> None:
        super().__init__()
        self.scale = embed_dim**-0.5
        self.W_Q = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_K = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_V = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_O = nn.Linear(head_dim, embed_dim, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        B, T, C = x.shape
        sim = torch.einsum("bqd,bkd->bqk", self.W_Q(x), self.W_K(x)) * self.scale
        p = sim.softmax(dim=-1)
        # cut off the future
        past = torch.tril(torch.ones(T, T, device=x.device, dtype=x.dtype))
        p = p * past
        mixed = torch.einsum("bqk,bkd->bqd", p, self.W_V(x))
        return self.W_O(mixed)
