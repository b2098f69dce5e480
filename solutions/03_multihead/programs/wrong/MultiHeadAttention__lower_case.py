# wrong: names in lower case | family: state | level: core
class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        if d_model % num_heads != 0:
            raise ValueError(f"{num_heads} heads do not share {d_model} columns")
        self.num_heads, self.causal = num_heads, causal
        self.W_q = nn.Linear(d_model, d_model, bias=False)
        self.W_k = nn.Linear(d_model, d_model, bias=False)
        self.W_v = nn.Linear(d_model, d_model, bias=False)
        self.W_o = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        B, T, d_model = x.shape
        d_h = d_model // self.num_heads
        queries, keys, values = (
            layer(x).reshape(B, T, self.num_heads, d_h).transpose(1, 2) for layer in (self.W_q, self.W_k, self.W_v)
        )
        scores = queries @ keys.transpose(-2, -1) / d_h**0.5  # (B, h, T, T)
        if self.causal:
            later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
            scores = scores.masked_fill(later, float("-inf"))
        weights = torch.softmax(scores, dim=-1)
        out = (weights @ values).transpose(1, 2).reshape(B, T, d_model)
        return self.W_o(out)
