# style: einsum throughout
class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        if d_model % num_heads != 0:
            raise ValueError(f"{num_heads} heads do not share {d_model} columns")
        self.num_heads, self.causal = num_heads, causal
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        B, T, d_model = x.shape
        h, d_h = self.num_heads, d_model // self.num_heads
        q = self.W_Q(x).view(B, T, h, d_h)
        k = self.W_K(x).view(B, T, h, d_h)
        v = self.W_V(x).view(B, T, h, d_h)
        scores = torch.einsum("bihd,bjhd->bhij", q, k) / torch.sqrt(torch.tensor(d_h))
        if self.causal:
            scores = torch.where(torch.ones_like(scores, dtype=torch.bool).tril(), scores, float("-inf"))
        weights = torch.softmax(scores, dim=-1)
        return self.W_O(torch.einsum("bhij,bjhd->bihd", weights, v).reshape(B, T, d_model))
