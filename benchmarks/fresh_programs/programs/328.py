class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim: int, head_dim: int) -> None:
        super().__init__()
        self.head_dim = head_dim
        self.W_Q = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_K = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_V = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_O = nn.Linear(head_dim, embed_dim, bias=False)
        # build the mask only once, forward() cuts out the part it needs
        max_context = 64
        full_mask = causal_mask(max_context)[0, 0]
        self.register_buffer("mask", full_mask)

    def forward(self, x: Tensor) -> Tensor:
        T = x.shape[1]
        q = self.W_Q(x)
        k = self.W_K(x)
        v = self.W_V(x)
        scores = q @ k.transpose(1, 2) / math.sqrt(self.head_dim)
        scores = scores.masked_fill(self.mask[:T, :T], float("-inf"))
        return self.W_O(scores.softmax(dim=-1) @ v)
