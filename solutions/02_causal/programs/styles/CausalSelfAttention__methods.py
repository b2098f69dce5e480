# style: small methods
class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim: int, head_dim: int) -> None:
        super().__init__()
        self.head_dim = head_dim
        self.W_Q = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_K = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_V = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_O = nn.Linear(head_dim, embed_dim, bias=False)

    def _weights(self, x: Tensor) -> Tensor:
        scores = self.W_Q(x) @ self.W_K(x).transpose(1, 2)
        return masked_softmax(scores, self.head_dim)

    def forward(self, x: Tensor) -> Tensor:
        return self.W_O(self._weights(x) @ self.W_V(x))
