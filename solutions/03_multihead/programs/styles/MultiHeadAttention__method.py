# style: splitting in a method
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
        self.d_h = d_model // num_heads

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = self._split(self.W_Q(x)), self._split(self.W_K(x)), self._split(self.W_V(x))
        scores = torch.matmul(q, k.permute(0, 1, 3, 2)).div(self.d_h**0.5)
        if self.causal:
            scores = scores.masked_fill(self._later(x), float("-inf"))
        out = torch.matmul(nn.Softmax(dim=-1)(scores), v)
        return self.W_O(out.permute(0, 2, 1, 3).reshape(x.shape))

    def _split(self, x):
        return x.view(x.size(0), x.size(1), self.num_heads, self.d_h).permute(0, 2, 1, 3)

    def _later(self, x):
        return torch.ones(x.size(1), x.size(1), device=x.device, dtype=torch.bool).triu(diagonal=1)
