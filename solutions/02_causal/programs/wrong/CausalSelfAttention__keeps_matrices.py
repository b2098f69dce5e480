# wrong: keeps the matrices of the first call | family: state | level: core
class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim: int, head_dim: int) -> None:
        super().__init__()
        self.head_dim = head_dim
        self.W_Q = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_K = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_V = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_O = nn.Linear(head_dim, embed_dim, bias=False)
        self.kept = None

    def forward(self, x: Tensor) -> Tensor:
        if self.kept is None:
            self.kept = torch.cat([self.W_Q.weight, self.W_K.weight, self.W_V.weight])
        q, k, v = nn.functional.linear(x, self.kept).chunk(3, dim=-1)
        return self.W_O(masked_softmax(q @ k.mT, self.head_dim) @ v)
