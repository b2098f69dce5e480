class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim: int, head_dim: int) -> None:
        super().__init__()
        self.root = head_dim**0.5
        self.W_Q, self.W_K, self.W_V = (nn.Linear(embed_dim, head_dim, bias=False) for _ in range(3))
        self.W_O = nn.Linear(head_dim, embed_dim, bias=False)

    @staticmethod
    def hide_future(table: Tensor) -> Tensor:
        table = table.clone()
        for row in range(table.shape[1]):
            table[:, row, row + 1 : -1] = float("-inf")
        return table

    def forward(self, x: Tensor) -> Tensor:
        table = torch.einsum("bid,bjd->bij", self.W_Q(x), self.W_K(x))
        probs = torch.softmax(self.hide_future(table / self.root), dim=2)
        mixed = torch.einsum("bij,bjd->bid", probs, self.W_V(x))
        return self.W_O(mixed)
