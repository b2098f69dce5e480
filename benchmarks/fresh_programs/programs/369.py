class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim: int, head_dim: int) -> None:
        super().__init__()
        self.W_Q = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_K = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_V = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_O = nn.Linear(head_dim, embed_dim, bias=False)
        self._hidden = None  # built at the first call, no need to do it every time

    def forward(self, x: Tensor) -> Tensor:
        T = x.shape[1]
        if self._hidden is None:
            self._hidden = torch.ones(T, T, device=x.device).triu(1).bool()
        Q, K, V = self.W_Q(x), self.W_K(x), self.W_V(x)
        S = torch.einsum("bid,bjd->bij", Q, K) / Q.shape[-1] ** 0.5
        S = S.masked_fill(self._hidden, float("-inf"))
        A = S.softmax(-1)
        return self.W_O(torch.einsum("bij,bjd->bid", A, V))
