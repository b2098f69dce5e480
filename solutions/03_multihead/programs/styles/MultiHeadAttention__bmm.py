# style: heads and batch in one dimension, bmm
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
        q, k, v = (
            layer(x).view(B, T, h, d_h).transpose(1, 2).reshape(B * h, T, d_h)
            for layer in (self.W_Q, self.W_K, self.W_V)
        )
        scores = torch.bmm(q, k.transpose(1, 2)) / d_h**0.5
        if self.causal:
            scores = scores.masked_fill(torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1), float("-inf"))
        out = torch.bmm(torch.softmax(scores, dim=2), v)
        return self.W_O(out.view(B, h, T, d_h).transpose(1, 2).contiguous().view(B, T, d_model))
