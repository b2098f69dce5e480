# wrong: layers with bias | family: projection | level: core
class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        if d_model % num_heads != 0:
            raise ValueError(f"{num_heads} heads do not share {d_model} columns")
        self.num_heads, self.causal = num_heads, causal
        self.W_Q = nn.Linear(d_model, d_model)
        self.W_K = nn.Linear(d_model, d_model)
        self.W_V = nn.Linear(d_model, d_model)
        self.W_O = nn.Linear(d_model, d_model)

    def forward(self, x: Tensor) -> Tensor:
        B, T, d_model = x.shape
        d_h = d_model // self.num_heads
        queries, keys, values = (
            layer(x).reshape(B, T, self.num_heads, d_h).transpose(1, 2) for layer in (self.W_Q, self.W_K, self.W_V)
        )
        scores = queries @ keys.transpose(-2, -1) / d_h**0.5  # (B, h, T, T)
        if self.causal:
            later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
            scores = scores.masked_fill(later, float("-inf"))
        weights = torch.softmax(scores, dim=-1)
        out = (weights @ values).transpose(1, 2).reshape(B, T, d_model)
        return self.W_O(out)
