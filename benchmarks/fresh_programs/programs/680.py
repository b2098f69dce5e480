class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim: int, head_dim: int) -> None:
        super().__init__()
        for name in ("W_K", "W_V", "W_Q"):
            setattr(self, name, nn.Linear(embed_dim, head_dim, bias=False))
        self.W_O = nn.Linear(head_dim, embed_dim, bias=False)

    def attend(self, x: Tensor) -> Tensor:
        Q = self.W_Q(x)
        scores = torch.einsum("bqd,bkd->bqk", Q, self.W_K(x))
        return masked_softmax(scores, Q.shape[-1])

    def forward(self, x: Tensor) -> Tensor:
        context = torch.einsum("bqk,bkd->bqd", self.attend(x), self.W_V(x))
        return x + self.W_O(context)
