class CausalSelfAttention(nn.Module):
    """One causal head with an output projection."""

    def __init__(self, embed_dim: int, head_dim: int) -> None:
        super().__init__()
        self.W_Q = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_K = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_V = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_O = nn.Linear(head_dim, embed_dim, bias=False)
        self.register_buffer("later", torch.ones(128, 128, dtype=torch.bool).triu(1), persistent=False)

    def scores(self, x: Tensor) -> Tensor:
        scale = self.W_Q.weight.shape[-1] ** -0.5
        return scale * (self.W_Q(x) @ self.W_K(x).transpose(-2, -1))

    def forward(self, x: Tensor) -> Tensor:
        T = x.size(1)
        hidden = self.scores(x).masked_fill(self.later[:T, :T], float("-inf"))
        return self.W_O(hidden.softmax(-1) @ self.W_V(x))
