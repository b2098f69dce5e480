class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim: int, head_dim: int) -> None:
        super().__init__()
        self.W_Q = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_K = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_V = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_O = nn.Linear(head_dim, embed_dim, bias=False)
        self.register_buffer("tri", torch.tril(torch.ones(1024, 1024)))

    def forward(self, x: Tensor) -> Tensor:
        B, T, C = x.shape
        k = self.W_K(x)
        q = self.W_Q(x)
        wei = q @ k.transpose(-2, -1) * C**-0.5
        wei = wei.masked_fill(self.tri[:T, :T] == 0, float("-inf"))
        wei = torch.softmax(wei, dim=-1)
        return self.W_O(wei @ self.W_V(x))
