class MultiHeadAttention(nn.Module):
    """Heads are computed one by one on their columns."""

    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        self.head_width, remainder = divmod(d_model, num_heads)
        if remainder != 0:
            raise ValueError("num_heads has to divide d_model, got %d and %d" % (num_heads, d_model))
        self.num_heads = num_heads
        self.causal = causal
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def one_head(self, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
        similarity = torch.bmm(q, k.transpose(1, 2)) * self.head_width**-0.5
        if self.causal:
            allowed = torch.ones_like(similarity).tril()
            similarity = similarity * allowed
        return torch.bmm(torch.softmax(similarity, dim=-1), v)

    def forward(self, x: Tensor) -> Tensor:
        qs = self.W_Q(x).split(self.head_width, dim=-1)
        ks = self.W_K(x).split(self.head_width, dim=-1)
        vs = self.W_V(x).split(self.head_width, dim=-1)
        found = [self.one_head(qs[i], ks[i], vs[i]) for i in range(self.num_heads)]
        return self.W_O(torch.cat(found, dim=-1))
