class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim: int, head_dim: int) -> None:
        super().__init__()
        self.W_Q = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_K = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_V = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_O = nn.Linear(head_dim, embed_dim, bias=False)
        self.scale = 1 / math.sqrt(head_dim)
        # computed once, sliced in forward
        tri = torch.tril(torch.ones(embed_dim, embed_dim))
        self.register_buffer("tri", tri, persistent=False)

    def forward(self, x: Tensor) -> Tensor:
        _, seq_len, _ = x.size()
        Q, K, V = self.W_Q(x), self.W_K(x), self.W_V(x)
        wei = Q @ K.transpose(1, 2) * self.scale
        wei = wei.masked_fill(self.tri[:seq_len, :seq_len] == 0, float("-inf"))
        wei = wei.softmax(dim=-1)
        return self.W_O(wei @ V)
