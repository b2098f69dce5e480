class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim: int, head_dim: int) -> None:
        super().__init__()
        self.W_Q = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_K = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_V = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_O = nn.Linear(head_dim, embed_dim, bias=False)
        self.scaling = 1 / math.sqrt(head_dim)

    def forward(self, x: Tensor) -> Tensor:
        queries = self.W_Q(x)
        keys = self.W_K(x)
        values = self.W_K(x)
        att = torch.einsum("bid,bjd->bij", queries, keys) * self.scaling
        n = att.shape[-1]
        index = torch.arange(n, device=x.device)
        att = torch.where(index[:, None] >= index, att, -torch.inf)
        context = torch.einsum("bij,bjd->bid", att.softmax(dim=-1), values)
        return self.W_O(context)
